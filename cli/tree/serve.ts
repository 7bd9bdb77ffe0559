import type { Command } from 'commander'
import type { Action } from './command-run.ts'
import { examples, listed, several } from './options.ts'

export function addServeCommands(program: Command, on: Action): void {
  program.commandsGroup('Serve:')
  const desk = program
    .command('serve')
    .description('all that an app needs without a vendor, on three origins')
    .option('--host <address>', 'where it listens; default: 127.0.0.1')
    .option('--wallet-port <number>', 'port of the embedded wallet; default: 3100')
    .option('--services-port <number>', 'port of the public services; default: 3101')
    .option('--desk-port <number>', "port of the operator's pages; default: 3102")
    .option('--wallet-url <origin>', 'origin of the wallet, as browsers see it; default: where it listens')
    .option('--services-url <origin>', 'the same of the public services')
    .option('--desk-url <origin>', "the same of the operator's pages")
    .option('--projects <file>', 'your projects as JSON: origins, analytics and features of each')
    .option('--catalogue <folder>', 'wallets.json and its pictures; default: the list that clients bring')
    .option('--upstream <url>', 'a data service to pass calls on to, by UPSTREAM_PROJECT_ID; default: none')
    .option(
      '--data-networks <ids>',
      'or networks whose data is read from nodes of yours: id=url; default: none',
      listed,
    )
    .option('--token-file <file>', "the token of the operator's pages; default: DESK_TOKEN")
    .option('--keep-events <days>', 'how long events of pages are kept; default: 90')
    .option('--folder <folder>', 'of its database, without DATABASE_URL; default: latchkey-data')
    .option('--proxies <number>', 'proxies of yours that stand before it; default: 0')
    .option('--without-wallet', 'no embedded wallet: the options below are of no use then')
  walletOptions(desk)
    .addHelpText(
      'after',
      examples(
        'openssl rand -base64 32 > desk.token    (with it you read the events)',
        'latchkey serve --without-wallet --projects projects.json --token-file desk.token',
        'SMTP_URL=smtps://user:password@mail.example UPSTREAM_PROJECT_ID=… latchkey serve \\',
        '  --projects projects.json --token-file desk.token --upstream https://data.example \\',
        '  --key-file wallet.key --mail-from wallet@app.example --allow-origin https://app.example \\',
        '  --networks mainnet=https://node.example --wallet-url https://wallet.app.example \\',
        '  --services-url https://services.app.example --desk-url https://desk.app.example --proxies 1',
      ),
    )
    .action(
      on(
        async (context, options: import('../commands/serve.ts').ServeOptions) =>
          (await import('../commands/serve.ts')).serve(context, options),
        'none',
      ),
    )
  const wallet = program
    .command('embedded-wallet')
    .description('host the wallet of visitors who have none')
    .command('serve')
    .description('serve the wallet and its service')
    .option('--host <address>', 'where it listens; default: 127.0.0.1')
    .option('--port <number>', 'its port; default: 3100')
    .option('--url <origin>', 'its own origin, as browsers see it; default: where it listens')
    .option('--folder <folder>', 'of its database, without DATABASE_URL; default: embedded-wallet-data')
    .option('--proxies <number>', 'proxies of yours that stand before it; default: 0')
  walletOptions(wallet)
    .addHelpText(
      'after',
      examples(
        'openssl rand -base64 32 > wallet.key    (keep it: without it no wallet can be opened)',
        'SMTP_URL=smtps://user:password@mail.example latchkey embedded-wallet serve \\',
        '  --key-file wallet.key --mail-from wallet@app.example --url https://wallet.app.example \\',
        '  --allow-origin https://app.example --networks solana-mainnet,mainnet=https://node.example',
      ),
    )
    .action(
      on(
        async (context, options: import('../commands/serve-wallet.ts').ServeWalletOptions) =>
          (await import('../commands/serve-wallet.ts')).serveWallet(context, options),
        'none',
      ),
    )
}

/** Adds the options of the embedded wallet, shared by both commands that serve it. */
function walletOptions(command: Command): Command {
  return command
    .option('--allow-origin <origin>', 'a page that may show the wallet in a frame, several times', several)
    .option(
      '--networks <ids>',
      'networks of the wallet, each with its node where you have one: id=url',
      listed,
    )
    .option('--networks-file <file>', 'the same as JSON: id, name, rpcUrl, nativeCurrency of each')
    .option(
      '--bundlers <urls>',
      'chains with smart accounts, each with its bundler (ERC-4337): 1=https://bundler.example',
      listed,
    )
    .option('--paymasters <urls>', 'who pays for them, where somebody does (ERC-7677): 1=url', listed)
    .option('--account-factory <address>', 'the contract that makes them, the same on these chains')
    .option('--name <name>', 'what mails call it; default: its host')
    .option('--key-file <file>', 'its key: 32 bytes in base64; default: EMBEDDED_WALLET_KEY')
    .option('--mail-from <address>', 'from whom its mails are; default: MAIL_FROM')
    .option(
      '--social <provider=client>',
      'a provider of logins with your client id there, several times; the secret by SOCIAL_<PROVIDER>_SECRET',
      several,
    )
    .option(
      '--social-issuer <provider=url>',
      "an issuer of OpenID Connect in place of the provider's own, several times",
      several,
    )
    .option('--farcaster-node <url>', 'a node of OP Mainnet, for logins by Farcaster; default: none')
    .option('--farcaster-relay <url>', 'the relay of Farcaster; default: its own')
    .option('--logins-per-hour <number>', 'that one address of the internet may begin; default: 60')
    .option('--requests-per-minute <number>', 'that it may send; default: 600')
    .option('--assets <folder>', "the wallet's page; default: the one of this package")
}
