'use strict';
const { basename } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** Starts the parts of `npm test` in the order of their numbers. */
module.exports = class PartSequencer extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => basename(a.path).localeCompare(basename(b.path)));
  }
};
