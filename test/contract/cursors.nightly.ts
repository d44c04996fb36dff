import { describeCursors } from './cursors.cases';

/** Ten pages of the largest size, and ten times as many rows that arrive meanwhile. */
describeCursors({
  stored: { stable: 1_000, arriving: 1_000 },
  made: { stable: 200, arriving: 100 },
  requested: { stable: 200, arriving: 30 },
});
