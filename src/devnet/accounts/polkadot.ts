import type { DevAccount } from '../dev-account.ts'

/**
 * Keys of the development phrase that Substrate tools share (`bottom drive obey lake curtain smoke basket hold race lonely
 * fit walk`) at `//Alice`, `//Bob` and on. The type is sr25519; a secret is the mini secret, an address has prefix 42.
 */
export const polkadotAccounts: Readonly<Record<string, DevAccount>> = {
  alice: account(
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '0xe5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a',
  ),
  bob: account(
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    '0x398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89',
  ),
  carol: account(
    '5E4p1GhM2Ktk1MBtkhUSm2NwwTbVR95krSWDHLahLtRn7JrD',
    '0xbe396f3d709396c172f6a82c71806b911f0a3f11d1ee83c3c211ce67c4d5206e',
  ),
  dave: account(
    '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy',
    '0x868020ae0687dda7d57565093a69090211449845a7e11453612800b663307246',
  ),
  erin: account(
    '5CAuKPA9fAag39BKPUxjKRR9yFPBQjTAZMUeEdyroAEh2v4q',
    '0x4ec1cca9ce4bd57b59b851589f6d89a3a77f29469faf015b26c17000a1b44c20',
  ),
  frank: account(
    '5HGiumVNPXBWB4ikWzwYxQ8miNJUiiHwUqupZQ3T8sYPE21k',
    '0xd66f46f749dc76f805c905c77194b9d93d20cc7286ae563c9d9d3df860a78df9',
  ),
  grace: account(
    '5DHoPpbCMgfzBCtbYLPPCVmLHWKJb8TJngYDeF7oEQGL7FxQ',
    '0xc4034c19f311aaf4b07a015f41180fcadf10eb85761e2aa513ae291cae32b27e',
  ),
  heidi: account(
    '5CJyNnn4QpQgrchusGPKwETtwWQhnb6tSsKBuKA3nhaChEWd',
    '0x4f56914bf42cff16c47d40118b995e2e9564cde686d184d1fbc84faf901afd40',
  ),
  ivan: account(
    '5HQVsCj8yjXgKfXCo69kwUFJLKkq7kCiHJsqMjuihTK1xLHw',
    '0xf29d133ae85a263b3203919aea22018a2d68a30c285438439d79990dadd20f63',
  ),
}

function account(address: string, secret: string): DevAccount {
  return { address, secret }
}
