import { nodeSha1 } from '../../src/adapters/system/node-sha1';
import { bindSha1 } from '../../src/domain/kernel/hash';

/** Tests of the domain alone have no composition root. */
bindSha1(nodeSha1);
