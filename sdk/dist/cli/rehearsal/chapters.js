import{MESSAGE_CHAPTERS as e}from"./message-chapters.js";import{MONEY_CHAPTERS as t}from"./money-chapters.js";export const CHAPTERS={...e,...t};
