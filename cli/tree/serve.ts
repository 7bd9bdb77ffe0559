import type { Command } from 'commander'
import type { Action } from './command-run.ts'
import { examples, listed, several } from './options.ts'

export function addServeCommands(program: Command, on: Action): void {
  program.commandsGroup('Serve:')
  const wallet = program.command('embedded-wallet').description('host the wallet of visitors who have none')
  wallet
    .command('serve')
    .description('serve the wallet and its service')
    .option('--host <address>', 'where it listens; default: 127.0.0.1')
    .option('--port <number>', 'its port; default: 3100')
    .option('--url <origin>', 'its own origin, as browsers see it; default: where it listens')
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
    .option('--folder <folder>', 'of its database, without DATABASE_URL; default: embedded-wallet-data')
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
    .option('--proxies <number>', 'proxies of yours that stand before it; default: 0')
    .option('--logins-per-hour <number>', 'that one address of the internet may begin; default: 60')
    .option('--requests-per-minute <number>', 'that it may send; default: 600')
    .option('--assets <folder>', "the wallet's page; default: the one of this package")
    .addHelpText(
      'after',
      examples(
        'openssl rand -base64 32 > wallet.key    (keep it: without it no wallet can be opened)',
        'SMTP_URL=smtps://user:password@mail.example latchkey embedded-wallet serve \\',
        '  --key-file wallet.key --mail-from wallet@app.example --url https://wallet.app.example \\',
        '  --allow-origin https://app.example --networks solana,mainnet=https://node.example',
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
