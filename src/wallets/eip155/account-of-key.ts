// A file of its own, so that a bundler can leave out the rest of `viem/accounts`, such as the word lists of ten languages. A bundler
// keeps everything that a module exports if the module is loaded lazily.
export { privateKeyToAccount } from 'viem/accounts'
