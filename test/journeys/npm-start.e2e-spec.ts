import { npmStart } from './product';
import { walkStories } from './walk';

describe('npm start', () => {
  walkStories(npmStart);
});
