import { RwaMarketSource, type RwaYield } from '../../src/ports/upstream/rwa-market-source';

/** Says what the test says, as often as it is asked, and counts. */
export class ScriptedRwaSource extends RwaMarketSource {
  override readonly name = 'scripted';
  asked = { navs: 0, yields: 0 };
  /** What is answered; a function decides anew each time, and may fail. */
  answers: {
    navs: () => Promise<Record<string, string>>;
    yields: () => Promise<Record<string, RwaYield>>;
  } = {
    navs: async () => ({ OUSG: '114.2', BUIDL: '1' }),
    yields: async () => ({ OUSG: { apy: '3.71', aum: '390000000' }, BUIDL: { apy: '4.02', aum: null } }),
  };

  override navs(): Promise<Record<string, string>> {
    this.asked.navs += 1;
    return this.answers.navs();
  }

  override yields(): Promise<Record<string, RwaYield>> {
    this.asked.yields += 1;
    return this.answers.yields();
  }
}
