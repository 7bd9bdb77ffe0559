export { polkadotSigner } from './polkadot-signer.ts'
