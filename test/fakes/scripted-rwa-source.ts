import { RwaMarketSource, type PastYield, type RwaYield } from '../../src/ports/upstream/rwa-market-source';

/** Answers what the test sets, and counts the calls. */
export class ScriptedRwaSource extends RwaMarketSource {
  override readonly name = 'scripted';
  asked = { navs: 0, yields: 0 };
  /** Names of the histories that were read. */
  readonly histories: string[] = [];
  /** What is answered; a function decides anew each time, and may fail. */
  answers: {
    navs: () => Promise<Record<string, string>>;
    yields: () => Promise<Record<string, RwaYield>>;
    pastYields: () => Promise<readonly PastYield[]>;
  } = {
    navs: async () => ({ OUSG: '114.2', BUIDL: '1' }),
    yields: async () => ({
      OUSG: { apy: '3.71', aum: '390000000', history: 'ousg-pool' },
      BUIDL: { apy: '4.02', aum: null, history: null },
    }),
    pastYields: async () => [
      ['2026-01-01', '4'],
      ['2026-01-02', '5'],
    ],
  };

  override navs(): Promise<Record<string, string>> {
    this.asked.navs += 1;
    return this.answers.navs();
  }

  override yields(): Promise<Record<string, RwaYield>> {
    this.asked.yields += 1;
    return this.answers.yields();
  }

  override pastYields(history: string): Promise<readonly PastYield[]> {
    this.histories.push(history);
    return this.answers.pastYields();
  }
}
