import type { Command } from 'commander'
import type { Action } from './command-run.ts'
import { examples, listed, several } from './options.ts'

export function addServeCommands(program: Command, on: Action): void {
  program.commandsGroup('Serve:')
  const desk = program
    .command('serve')
    .description('host everything an app needs, on three origins')
    .option('--host <address>', 'host to listen on; default: 127.0.0.1')
    .option('--wallet-port <number>', 'port of the embedded wallet; default: 3100')
    .option('--services-port <number>', 'port of the public services; default: 3101')
    .option('--desk-port <number>', "port of the operator's pages; default: 3102")
    .option('--wallet-url <origin>', 'public origin of the wallet; default: its local address')
    .option('--services-url <origin>', 'public origin of the public services; default: its local address')
    .option('--desk-url <origin>', "public origin of the operator's pages; default: its local address")
    .option('--projects <file>', 'JSON file of your projects: for each, its origins, analytics and features')
    .option(
      '--catalogue <folder>',
      "folder with wallets.json and its images; default: the clients' built-in list",
    )
    .option('--upstream <url>', 'data service to forward calls to, with UPSTREAM_PROJECT_ID; default: none')
    .option(
      '--data-networks <ids>',
      'networks to read from your own nodes, instead of --upstream: id=url; repeat an id to add a node; default: none',
      listed,
    )
    .option(
      '--data-providers <providers>',
      "services for data that your nodes don't have: blockscout=url, blockscout:eip155:1=url; also alchemy, ankr, coingecko, cosmos-rest, defillama, etherscan, helius, mempool, pyth, subscan; default: none",
      listed,
    )
    .option(
      '--history-start <blocks>',
      'first block of the history, such as eip155:1=17000000; needed on networks with more than 500,000 blocks; default on others: the first block that the node has',
      listed,
    )
    .option(
      '--nft-start <blocks>',
      'first block to search for NFTs, such as eip155:1=17000000; needed on networks with more than 500,000 blocks; default on others: the first block',
      listed,
    )
    .option('--ipfs-gateway <url>', "gateway to read NFTs' metadata on IPFS; default: none")
    .option(
      '--allow-private-metadata',
      "also read NFTs' metadata over http and from private IP addresses; only if you control all contracts",
    )
    .option('--token-file <file>', "file with the token of the operator's pages; default: DESK_TOKEN")
    .option('--keep-events <days>', 'days to keep analytics events; default: 90')
    .option('--folder <folder>', "folder of the database, if DATABASE_URL isn't set; default: latchkey-data")
    .option('--proxies <number>', 'number of your reverse proxies in front of the server; default: 0')
    .option('--without-wallet', "don't host the embedded wallet; the options below then don't apply")
  walletOptions(desk)
    .addHelpText(
      'after',
      examples(
        'openssl rand -base64 32 > desk.token    (the token to read the events)',
        'latchkey serve --without-wallet --projects projects.json --token-file desk.token',
        'SMTP_URL=smtps://user:password@mail.example UPSTREAM_PROJECT_ID=… latchkey serve \\',
        '  --projects projects.json --token-file desk.token --upstream https://data.example \\',
        '  --key-file wallet.key --mail-from wallet@app.example --allow-origin https://app.example \\',
        '  --networks mainnet=https://node.example --wallet-url https://wallet.app.example \\',
        '  --services-url https://services.app.example --desk-url https://desk.app.example --proxies 1',
      ),
    )
    .action(on(async () => (await import('../commands/serve/serve.ts')).serve, 'none'))
  const wallet = program
    .command('embedded-wallet')
    .description('host an embedded wallet')
    .command('serve')
    .description('serve the wallet and its service')
    .option('--host <address>', 'host to listen on; default: 127.0.0.1')
    .option('--port <number>', 'port to listen on; default: 3100')
    .option('--url <origin>', 'public origin of the wallet; default: its local address')
    .option(
      '--folder <folder>',
      "folder of the database, if DATABASE_URL isn't set; default: embedded-wallet-data",
    )
    .option('--proxies <number>', 'number of your reverse proxies in front of the server; default: 0')
  walletOptions(wallet)
    .addHelpText(
      'after',
      examples(
        'openssl rand -base64 32 > wallet.key    (keep it: no wallet opens without it)',
        'SMTP_URL=smtps://user:password@mail.example latchkey embedded-wallet serve \\',
        '  --key-file wallet.key --mail-from wallet@app.example --url https://wallet.app.example \\',
        '  --allow-origin https://app.example --networks solana-mainnet,mainnet=https://node.example',
      ),
    )
    .action(on(async () => (await import('../commands/serve/serve-wallet.ts')).serveWallet, 'none'))
}

function walletOptions(command: Command): Command {
  return command
    .option('--allow-origin <origin>', 'origin of a page that may embed the wallet; repeatable', several)
    .option(
      '--approve-in-frame <origin>',
      'an --allow-origin that you trust as much as the wallet: its visitors approve everything in the frame, without a window; repeatable',
      several,
    )
    .option(
      '--networks <ids>',
      'networks of the wallet, optionally with your node: id=url; repeat an id to add a node',
      listed,
    )
    .option(
      '--networks-file <file>',
      'JSON file of networks, each with id, name, rpcUrl or rpcUrls, nativeCurrency and optional tokens',
    )
    .option(
      '--bundlers <urls>',
      'networks with smart accounts, each with its bundler (ERC-4337): 1=https://bundler.example',
      listed,
    )
    .option('--paymasters <urls>', 'paymasters that pay the fees of smart accounts (ERC-7677): 1=url', listed)
    .option('--account-factory <address>', 'factory contract of the smart accounts, the same on all chains')
    .option('--name <name>', "the wallet's name in emails; default: its host")
    .option(
      '--key-file <file>',
      "file with the service's key: 32 bytes in base64; default: EMBEDDED_WALLET_KEY",
    )
    .option('--mail-from <address>', "sender of the wallet's emails; default: MAIL_FROM")
    .option(
      '--social <provider=client>',
      'login provider with your client id, repeatable; put the secret in SOCIAL_<PROVIDER>_SECRET',
      several,
    )
    .option(
      '--social-issuer <provider=url>',
      "OpenID Connect issuer instead of the provider's own; repeatable",
      several,
    )
    .option(
      '--social-on-page',
      "also allow social logins where no window can open, as in Telegram: the login's answer then passes through the page",
    )
    .option('--farcaster-node <url>', 'a node of OP Mainnet, for logins by Farcaster; default: none')
    .option('--farcaster-relay <url>', "Farcaster relay; default: Farcaster's own")
    .option('--logins-per-hour <number>', 'logins that one IP address may start per hour; default: 60')
    .option(
      '--requests-per-minute <number>',
      'requests that one IP address may send per minute; default: 600',
    )
    .option('--assets <folder>', "folder of the wallet's page; default: this package's")
}
