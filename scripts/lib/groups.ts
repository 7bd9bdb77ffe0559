// Defines the rooms: each is a group of modules that load together, as one file (see `rooms.ts`). The rules are patterns of folders, so a new module
// usually needs no new rule. A family's room contains only code of the family, because only hosts with the family install its libraries.
import type { Group, Stage } from './rooms.ts'

const families = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos']
const alone = (group: Group): Stage => ({ groups: [group] })

/** The rooms of the package without React, in the order in which a page needs them. */
export const coreStages: readonly Stage[] = [
  // The code behind the wallet list: discovery of wallets, the catalogue, and the modal's engine. The checks of options load at the same time, when
  // the page is idle, so they are in the same room.
  alone({
    name: 'open',
    take: /^src\/(controllers\/(coordinators\/modal-|wallet\/(catalogue|connector-list))|client\/(catalogue-parts|known-wallets)|core\/(errors\/alerts|options\/checked-|chain\/check-))/,
    also: /^src\/connectors\/injected\/wallet-discoveries\.ts/,
  }),
  // All wallets need this code at the first connect.
  alone({
    name: 'connect',
    take: /^src\/(controllers\/(coordinators\/(session|network|pairing)-|wallet\/network-)|adapters\/(shared\/stored-lock|session-only)|core\/errors)/,
    also: /^src\/(adapters\/shared\/create-adapter|connectors\/(injected\/injected-connector|app-metadata)|core\/(async|wallet\/links)\/[\w-]+|core\/chain\/cosmos)\.ts/,
  }),
  // The formats of addresses. A sign-in checks addresses without loading the family's code.
  alone({
    name: 'addresses',
    take: /^src\/adapters\/cosmos\/eth-key/,
    also: /^src\/adapters\/(?!eip155|solana)\w+\/(address|ss58)\.ts/,
  }),
  {
    shared: 'connect',
    groups: [
      // The code of wallet extensions, including the requests of Ethereum wallets. These requests aren't in eip155's room,
      // because a wallet of any family can have an Ethereum provider, and a host without eip155 has no viem.
      { name: 'injected', take: /^src\/(connectors\/(injected|safe)|adapters\/shared\/eip1193)\// },
      { name: 'eip155', unit: 'eip155', take: /^src\/adapters\/eip155\/(?!chain\/)/ },
      { name: 'cosmos', unit: 'cosmos', take: /^src\/(adapters\/cosmos\/(?!chain\/)|core\/chain\/keplr-)/ },
      ...['solana', 'polkadot', 'bip122'].map((family) => ({
        name: family,
        unit: family,
        take: new RegExp(`^src/adapters/${family}/(?!chain/)`),
      })),
    ],
  },
  // Checks of answers from services and from the embedded wallet's frame. They need a library.
  alone({
    name: 'answers',
    take: /^src\/services\/([\w-]+\/)?[\w-]+-(answers?|shapes)\.ts/,
    also: /^src\/(services\/[\w-]+\/[\w-]+-answers|connectors\/embedded\/protocol\/[\w-]+)\.ts/,
  }),
  // Sends requests to nodes and to the catalogue.
  alone({
    name: 'nodes',
    take: /^src\/(transport\/(ranking|esplora)|services\/wallet-catalogue|client\/rpc-|controllers\/wallet\/native-|adapters\/shared\/)/,
  }),
  {
    shared: 'nodes',
    groups: families.map((family) => ({
      name: `${family}-chain`,
      unit: family,
      // The names and swaps of eip155 and solana have their own rooms, because few visits need them.
      take: new RegExp(`^src/adapters/${family}/chain/(?!names|exchange|swaps)`),
    })),
  },
  {
    shared: 'nodes',
    groups: [
      { name: 'eip155-names', unit: 'eip155', take: /^src\/adapters\/eip155\/chain\/names/ },
      { name: 'solana-rare', unit: 'solana', take: /^src\/adapters\/solana\/chain\/(names|swaps)/ },
      { name: 'eip155-exchange', unit: 'eip155', take: /^src\/adapters\/eip155\/chain\/exchange/ },
      // Shows a connected account.
      {
        name: 'look',
        take: /^src\/(controllers\/features\/(portfolio|activity|names|nfts)|client\/data-|services\/data)/,
      },
      { name: 'solana-mobile', take: /^src\/connectors\/solana-mobile\// },
      // The Ledger uses the solana family's code to encode transactions.
      { name: 'ledger', unit: 'solana', take: /^src\/connectors\/ledger\// },
      { name: 'walletconnect', take: /^src\/connectors\/walletconnect\// },
      {
        name: 'embedded-wallet',
        take: /^src\/(connectors\/embedded|platform\/|controllers\/features\/embedded-wallet)/,
      },
      { name: 'swap', take: /^src\/(controllers\/features\/|client\/|services\/)swap/ },
      { name: 'onramp', take: /^src\/(controllers\/features\/|client\/|services\/)onramp/ },
      { name: 'sign-in', take: /^src\/(controllers\/features\/sign-in|client\/sign-in|siwx\/sessions)/ },
      {
        name: 'smart-sessions',
        take: /^src\/(controllers\/features\/smart-|client\/smart-|services\/smart-)/,
      },
      { name: 'remote', take: /^src\/(client\/(remote|config|telemetry)-|services\/telemetry)/ },
      { name: '$1', take: /^src\/controllers\/features\/([\w-]+)\// },
      { name: '$1', take: /^src\/providers\/(\w+)\// },
    ],
  },
]

const ui = (path: string) => new RegExp(`^src/ui-react/${path}`)

/** The rooms of the React package. Their names are paths in `dist/react`. Languages and logos stay separate files. */
export const reactStages: readonly Stage[] = [
  // Opens the modal.
  alone({ name: 'shell/shell', take: ui('shell/shell') }),
  // Views that wait for the chosen wallet, and ask for the sign-in.
  alone({
    name: 'views/connecting',
    take: ui('views/(connect/connecting-(external|multi)|siwx-|approve-)'),
  }),
  // The checkbox about the host's terms is here, because most pages have none.
  alone({ name: 'parts/shared', take: ui('(parts/(error/|form/legal-)|shell/)') }),
  {
    shared: 'parts/shared',
    groups: [
      {
        name: 'views/pairing',
        take: ui('(views/connect/connecting-(wallet|farcaster)|parts/(pairing|wallet)/)'),
      },
      {
        name: 'views/login',
        take: ui('(views/(email|connect/connect(-socials|ing-social))|parts/(form|social)/)'),
      },
      { name: 'views/lists', take: ui('(views/(connect|network)|parts/network)/') },
    ],
  },
  // The account view, and the short view that explains names. The lists of tokens, NFTs and transactions are in another room.
  alone({
    name: 'views/account',
    take: ui('(views/account/(account|choose-account-name)\\.tsx|parts/account/)'),
  }),
  alone({ name: 'views/holdings', take: ui('(views/account/transactions|parts/(token|nft)/)') }),
  {
    shared: 'parts/payment',
    groups: [
      // The view of an NFT has a button that leads to these views.
      { name: 'views/send', take: ui('views/(send/|account/wallet-nft)') },
      { name: 'views/more-account', take: ui('views/account/') },
      { name: 'views/$1', take: ui('(?:views|parts)/([\\w-]+)/') },
    ],
  },
]
