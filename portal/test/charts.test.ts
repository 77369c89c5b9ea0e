// The scale of the overview's charts: round lines, a top line that no value passes, and points that do not move while a
// period goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { namedPoints, pathOf, scaleOf } from '../src/screens/overview/chart-scale.ts';

test('chart lines are at round numbers, with at most five intervals, and no value is above the last', () => {
  assert.deepEqual(scaleOf(614.9), { top: 800, ticks: [0, 200, 400, 600, 800] });
  assert.deepEqual(scaleOf(0.03).ticks.length, 4);
  assert.deepEqual(scaleOf(0), { top: 1, ticks: [0] });
  for (const most of [0.0001, 0.7, 1, 3, 9.99, 10, 99, 100, 12_345, 8e9]) {
    const { top, ticks } = scaleOf(most);
    assert.ok(top >= most * (1 - 1e-9) && top <= most * 2.5, `${most}: ${top}`);
    assert.ok(ticks.length <= 6, `${most}: ${ticks}`);
  }
});

test('a point keeps its position on the axis while later points are missing', () => {
  const field = { top: 10, of: 5, width: 100, height: 50 };
  assert.equal(pathOf([0, 10], field), 'M0.0 50.0 L25.0 0.0');
  assert.equal(pathOf([10, 5], { ...field, from: 3 }), 'M75.0 0.0 L100.0 25.0');
  assert.equal(pathOf([10], { ...field, of: 1 }), 'M0.0 0.0 L100.0 0.0', 'one alone is a level line');
});

test('only a few points are labelled, always including the first', () => {
  assert.deepEqual(namedPoints(3), [0, 1, 2]);
  assert.deepEqual(namedPoints(30), [0, 5, 10, 15, 20, 25]);
  assert.ok(namedPoints(366).length <= 7);
});
