export { type CosmosSigner, type CosmosSignerOptions, cosmosSigner } from './cosmos-signer.ts'
