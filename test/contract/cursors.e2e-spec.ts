import { describeCursors } from './cursors.cases';

describeCursors({
  stored: { stable: 40, arriving: 20 },
  made: { stable: 40, arriving: 5 },
  requested: { stable: 40, arriving: 5 },
});
