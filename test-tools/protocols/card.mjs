// Verifies the signatures of the card at CARD_URL by the public key in PUBLIC_KEY: by the library of the protocol,
// and by jose over the canonical form that the specification describes.
import assert from 'node:assert/strict';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { base64url, decodeProtectedHeader, flattenedVerify, importSPKI } from 'jose';

const card = await (await fetch(process.env.CARD_URL)).json();
const { alg, kid, typ } = decodeProtectedHeader(card.signatures[0]);
const key = await importSPKI(process.env.PUBLIC_KEY, alg);
const verify = verifyAgentCardSignature(async () => key);
console.debug = () => {};

const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical)}]`
    : value !== null && typeof value === 'object'
      ? `{${Object.keys(value).sort().filter((name) => !(Array.isArray(value[name]) && value[name].length === 0))
          .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`
      : JSON.stringify(value);
const strict = async ({ signatures, ...rest }) =>
  flattenedVerify({ ...signatures[0], payload: base64url.encode(canonical(rest)) }, key);

await verify(card);
await strict(card);
for (const forged of [{ ...card, description: 'Another.' },
  { ...card, supportedInterfaces: card.supportedInterfaces.map((one) => ({ ...one, url: 'https://evil.example.com' })) }]) {
  await assert.rejects(verify(forged), /No valid signatures/);
  await assert.rejects(strict(forged), /signature verification failed/);
}
await assert.rejects(strict({ ...card, securityRequirements: [] }), /signature verification failed/);
console.log(JSON.stringify({ alg, kid, typ, signatures: card.signatures.length }));
