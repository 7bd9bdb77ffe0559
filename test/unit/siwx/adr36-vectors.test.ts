import { expect, it } from 'vitest'
import { verifyCosmos } from '../../../src/siwx/verify/cosmos.ts'

const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

// ADR-36 signatures of wallet extensions, published by other projects. The standard itself has no vectors.
const signed = {
  // cybercongress/cw-cybergift, contracts/cw-cyber-airdrop/testdata/cw-cybergift-data.md, commit 7b7d3646, "Bob".
  'a gift claim': {
    chainId: 'cosmos:bostrom',
    address: 'bostrom1qjjjur5et06eszh82pfv7kvdnu3sur239umc00',
    text: '{"nickname":"bob-cosmos","avatar_cid":"QmU1Nf2opJGZGNWmqxAa9bb8X6wVSHRBDCY6nbm3RmVXGb","gift_claiming_address_type":"cosmos","gift_claiming_address":"cosmos1qjjjur5et06eszh82pfv7kvdnu3sur23x00t3g","target_address":"bostrom1qjjjur5et06eszh82pfv7kvdnu3sur239umc00","relay_reward":"0.01"}',
    publicKey: 'Aoz4+N8ckpDiz4oOKKKVERJGeS49nOgGrXw0s0dkymDr',
    signature: 'CvMkqkQHVPV3DTyVErth16OdTjAwqQD6t+r9ImSpdwUZFin+UPeGSfH9hhuAmqYAp4CffhNNSEisdfzwwvlN/w==',
  },
  // An example for Keplr's verifyADR36Amino, in which the account signs its own address.
  'an address': {
    chainId: 'cosmos:cosmoshub-4',
    address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    text: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    publicKey: 'A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9',
    signature: 'vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==',
  },
} as const

it.each(Object.entries(signed))("an extension's ADR-36 signature of %s is valid", async (_, one) => {
  const nodes = { call: undefined, signal: undefined }
  const proof = { ...one, publicKey: hexOf(one.publicKey), scheme: 'adr36' as const }
  expect(await verifyCosmos(proof, nodes as never)).toBe(true)
  expect(await verifyCosmos({ ...proof, publicKey: undefined }, nodes as never)).toBe(true)
  expect(await verifyCosmos({ ...proof, text: `${one.text} ` }, nodes as never)).toBe(false)
  const { publicKey } = Object.values(signed).find((other) => other !== one)!
  expect(await verifyCosmos({ ...proof, publicKey: hexOf(publicKey) }, nodes as never)).toBe(false)
})
