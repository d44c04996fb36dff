import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../src/domain/webhooks/canonical-json';
import type { CanonicalValue } from '../../src/domain/webhooks/events';
import { signatureHeader, signedText } from '../../src/domain/webhooks/signature';
import { describeShared, sharedCases } from './shared-cases';

interface Vector {
  name: string;
  secret: string;
  t: number;
  canonical: string;
  v1: string;
  header: string;
  input: CanonicalValue;
}

describeShared('signatures of webhooks, by the shared vectors', () => {
  it.each(
    sharedCases<Vector>('webhook_signature_vectors.json').map((vector) => [vector.name, vector] as const),
  )('%s', (_name, { secret, t, canonical, v1, header, input }) => {
    expect(canonicalJson(input)).toBe(canonical);
    const hex = createHmac('sha256', secret).update(signedText(t, canonical)).digest('hex');
    expect([hex, signatureHeader(t, hex)]).toEqual([v1, header]);
  });
});
