export type {
  Cacao,
  SignInContext,
  SignInMessage,
  SignInOption,
  SignInRequest,
  SignInSession,
  SignInSessions,
  SignInWallet,
} from '../core/sign-in/sign-in.ts'
export type { SignInFields } from '../core/sign-in/sign-in-fields.ts'
export type { ExpectedSignIn } from './check-expected.ts'
export type { SignInParts } from './check-fields.ts'
export { formatSignInMessage, parseSignInMessage, signInMessage } from './message.ts'
export { createNonce } from './nonce.ts'
export { type CloudSessionsOptions, cloudSessions } from './sessions/cloud-sessions.ts'
export { type LocalSessionsOptions, localSessions } from './sessions/local-sessions.ts'
export type { MessageOptions } from './sessions/message-options.ts'
export { type ServerContext, type ServerSessionsOptions, serverSessions } from './sessions/server-sessions.ts'
export type { NodeCall } from './verify/proof.ts'
export { type MessageProof, verifyMessage } from './verify-message.ts'
export { type SignInProof, type VerifySignInOptions, verifySignIn } from './verify-sign-in.ts'
