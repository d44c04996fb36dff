import { stopServices } from './global-setup';

export default stopServices;
