import { npmStart } from './product';
import { walkAllStories } from './walk';

describe('npm start', () => {
  walkAllStories(npmStart);
});
