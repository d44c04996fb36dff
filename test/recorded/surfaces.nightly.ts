import { describeSurfaces } from './surfaces.cases';

describeSurfaces(null, 500);
