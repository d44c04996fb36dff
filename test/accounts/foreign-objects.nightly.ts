import { describeForeignObjects } from './foreign-objects.cases';

describeForeignObjects(true);
