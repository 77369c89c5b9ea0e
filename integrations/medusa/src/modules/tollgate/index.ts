// The module of the plugin's own table. Medusa loads it with the plugin; nobody names it in medusa-config.js.
import { Module } from '@medusajs/framework/utils';
import { JOURNAL, Journal } from './journal.ts';

export default Module(JOURNAL, { service: Journal });
