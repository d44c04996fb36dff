import { useApp } from '../../state';
import { Overview } from '../overview/overview';
import { AllSources } from './all-sources';
import { Start } from './start';

/** One source, or all of them, or where to begin. */
export function Home({ wallet }: { wallet: string }) {
  const { user } = useApp();
  if (wallet !== '') return <Overview wallet={wallet} />;
  return user ? <AllSources /> : <Start />;
}
