'use strict';
const { readFileSync } = require('node:fs');

/**
 * Reporter of Jest for `npm test`: a line for each part that ended. TEST_PROGRESS names a file with the expected seconds
 * of each part by path; the time left follows from how fast those that ended were.
 */
module.exports = class Progress {
  #seconds = new Map(Object.entries(JSON.parse(readFileSync(process.env.TEST_PROGRESS, 'utf8'))));
  #left = new Map(this.#seconds);
  #start = Date.now();

  onTestResult({ path }) {
    this.#left.delete(path);
    process.stderr.write(`${progressLine(this.#seconds, this.#left, Date.now() - this.#start)}\n`);
  }
};

const sum = (seconds) => [...seconds.values()].reduce((total, each) => total + each, 0);

/** @param all expected seconds of each part; @param left of those that have not ended */
function progressLine(all, left, elapsedMs) {
  const [whole, open] = [sum(all), sum(left)];
  const minutes = Math.ceil(((elapsedMs / 60_000) * open) / (whole - open));
  const isKnown = left.size > 0 && whole > open;
  return `${all.size - left.size} of ${all.size} parts${isKnown ? `, about ${minutes} min left` : ''}`;
}

module.exports.progressLine = progressLine;
