/**
 * The commands of the docs pages that `npm run test:docs` doesn't run, with the reasons. The outer keys are pages, and the inner
 * keys are starts of commands.
 */
export const notRun: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    'npx latchkey connect --wallet walletconnect':
      'Needs a public relay; test/cli/walletconnect.test.ts connects.',
    'npx latchkey check --network eip155:11155111': 'Needs a node of Sepolia and funds.',
    'npx latchkey doctor --endpoints': 'Asks public nodes.',
    'npm start': 'Is for this repository, not for an app; test/package/clean-clone.test.ts runs it.',
    'npm test': 'Is for this repository, not for an app.',
  },
  'docs/account.md': {
    'npx latchkey names register lovelace':
      'A name can be registered once; docs/cli.md has the same command.',
    'npx latchkey names resolve alice.eth':
      'Needs a name of Ethereum; the command is run with a name of the devnet.',
    'npx latchkey send --to alice.eth': 'Needs a name of Ethereum.',
  },
  'docs/check.md': {
    'npx latchkey check --network sepolia': 'Needs a node of Sepolia and funds.',
  },
  'docs/cli.md': {
    'latchkey connect -w keystore:':
      'Needs a key file, whose password a terminal asks for; see test/cli/keystore.test.ts.',
    'latchkey connect -w walletconnect': 'Needs a public relay; test/cli/walletconnect.test.ts connects.',
    'latchkey send --to bob.eth': 'Needs a name of Ethereum.',
    'latchkey send --to 0x… --amount 1 --asset eip155:1/': 'Needs a node of Ethereum.',
    'latchkey swap -n mainnet': 'Needs a node of Ethereum; test/cli/swap-uniswap.test.ts swaps.',
    'latchkey swap -n solana-mainnet':
      'Asks Jupiter and a node of Solana; test/cli/swap-jupiter.test.ts swaps.',
    'latchkey call 0x…': 'Needs a contract of yours; test/cli/contract-calls.test.ts calls one.',
    'npx latchkey call 0x…': 'Needs a contract of yours; test/cli/contract-calls.test.ts calls one.',
    'latchkey read 0x…': 'Needs a contract of yours; test/cli/contract-calls.test.ts reads one.',
    'npx latchkey read 0x…': 'Needs a contract of yours; test/cli/contract-calls.test.ts reads one.',
    'latchkey tx 0x…': 'Needs a transaction of yours; see test/cli/every-family.test.ts.',
    'latchkey sign typed-data': 'Needs a file of yours; see test/cli/sign.test.ts.',
    'latchkey sign transaction': 'Needs a file of yours; see test/cli/sign.test.ts.',
    'latchkey sign psbt': 'Needs a file of yours; see test/cli/bip122.test.ts.',
    'latchkey sign doc': 'Needs a file of yours; see test/cli/cosmos.test.ts.',
    'latchkey wallet': 'Needs the pairing URI of a page; see test/cli/wallet.test.ts.',
    'xclip -o': 'Needs the clipboard of a desktop.',
    'latchkey balance eip155:11155111:': 'Needs a node of Sepolia.',
    'latchkey names resolve vitalik.eth': 'Needs a name of Ethereum.',
    'latchkey sign-in': 'Needs a server of yours; see test/cli/sign-in.test.ts.',
    'latchkey verify': 'Needs a signature of yours; see test/cli/sign-in.test.ts and sign.test.ts.',
    'latchkey inspect bc1q…': 'Needs an address of yours.',
    'latchkey doctor': 'Asks public nodes.',
    'latchkey check -n sepolia': 'Needs a node of Sepolia and funds.',
    'latchkey check -w embedded': 'Needs Chromium; see test/cli/check-embedded.test.ts.',
  },
  'docs/embedded-wallet.md': {
    pg_: 'Needs Postgres with data.',
    'SOCIAL_GOOGLE_SECRET=…': 'Shows only the options to add.',
    'latchkey embedded-wallet serve …': 'Shows only the options to add.',
  },
  'docs/networks.md': {
    'npx latchkey doctor --endpoints': 'Asks public nodes.',
  },
  'docs/serve.md': {
    pg_: 'Needs Postgres with data.',
  },
  'docs/start.md': {
    'npm create latchkey@latest':
      'Asks questions on a terminal; test/hosts/examples/templates.test.ts runs it.',
  },
  'docs/test-a-phone.md': {
    'curl -X POST':
      'Needs the port that the gate of a running relay has; see test/integration/relay-gate.test.ts.',
  },
  'docs/walletconnect.md': {
    'npx latchkey wallet': 'Needs the pairing URI of a page; see test/cli/wallet.test.ts.',
  },
}

/** Returns why a command is not run, or undefined if it is run. */
export function reasonFor(page: string, command: string): string | undefined {
  return Object.entries(notRun[page] ?? {}).find(([start]) => command.startsWith(start))?.[1]
}
