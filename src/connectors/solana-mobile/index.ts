export { registerSolanaMobile, type SolanaMobileOptions } from './register-solana-mobile.ts'
