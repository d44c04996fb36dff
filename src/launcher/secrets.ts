export { keptSecret, writePrivate } from '../adapters/system/private-file';
