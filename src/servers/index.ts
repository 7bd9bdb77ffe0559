/** The services that hosts run themselves, and their database. Node only. */
export type { SocialProvider } from '../core/wallet/list/socials.ts'
export type { ServiceNetwork, ServiceSmartAccounts, ServiceToken } from '../core/wallet/wallet-service.ts'
export { catalogueFolder } from './catalogue/catalogue-folder.ts'
export type { CatalogueEntry, CataloguePicture, CatalogueSource } from './catalogue/catalogue-handler.ts'
export type { DataAnswer, DataRequest } from './data/requests.ts'
export { type LinkSigner, type MoonpayKeys, moonpayLinks } from './data/signed-links.ts'
export {
  type HistoryIndex,
  type HistoryIndexOptions,
  openHistoryIndex,
} from './data/stored-index/history-index.ts'
export type { Database, Query, Row } from './database/database.ts'
export { embedded } from './database/embedded.ts'
export { postgres } from './database/postgres.ts'
export { serveDesk } from './desk/load-desk.ts'
export type {
  DeskAddress,
  OperatorPagesOptions,
  PublicRates,
  PublicServicesOptions,
  ServeDeskOptions,
} from './desk/options.ts'
export { refuseSharedOrigins } from './desk/separate-origins.ts'
export type { DeskOrigin, DeskServer } from './desk/serve-desk.ts'
export { type Project, type Projects, readProjects } from './project-config/projects.ts'
export { type ProjectsFile, projectsFile } from './project-config/projects-file.ts'
export { type CoinbaseKeys, coinbaseLinks } from './upstream/coinbase-links.ts'
export { type OwnNodes, type OwnNodesNfts, ownNodesHandler } from './upstream/own-nodes.ts'
export { type TransakKeys, transakLinks } from './upstream/transak-links.ts'
export { type Upstream, upstreamHandler } from './upstream/upstream-handler.ts'
export { serveWalletService, walletService } from './wallet-service/load-service.ts'
export type { Mail, Mailer } from './wallet-service/mail/mailer.ts'
export { type SmtpOptions, smtpMailer } from './wallet-service/mail/smtp-mailer.ts'
export type {
  Lifetimes,
  Rates,
  WalletServiceConfig,
  WalletServiceOptions,
} from './wallet-service/options.ts'
export type { Random } from './wallet-service/secrets.ts'
export type { ServeWalletOptions, WalletServer } from './wallet-service/serve-wallet.ts'
export type { FarcasterOptions } from './wallet-service/social/farcaster-client.ts'
export type { OAuthEndpoints, SocialApp } from './wallet-service/social/providers.ts'
export { openWalletStore } from './wallet-service/store/open-store.ts'
export { sweepWalletStore } from './wallet-service/store/sweep.ts'
