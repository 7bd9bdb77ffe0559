import { type Command, Option } from 'commander'
import type { Action } from './command-run.ts'
import { assetHelp, examples, tokenOption } from './options.ts'

export function addAccountCommands(program: Command, on: Action): void {
  program.commandsGroup('Account:')
  program
    .command('balance')
    .description('read the balance of the connected account, or of another account')
    .argument('[account]', 'address or CAIP-10 account')
    .option('-a, --asset <asset>', assetHelp)
    .addOption(tokenOption())
    .addHelpText('after', examples('latchkey balance', 'latchkey balance eip155:11155111:0x… --json'))
    .action(on(async () => (await import('../commands/balance.ts')).balance))
  program
    .command('tokens')
    .description('list the tokens of the connected account, with prices where they are known')
    .addHelpText('after', examples('latchkey tokens', 'latchkey tokens -n devnet-solana --json'))
    .action(on(async () => (await import('../commands/tokens.ts')).tokens))
  program
    .command('activity')
    .description('list what the connected account has done, newest first')
    .option('--limit <count>', 'the most transactions to list (default: 20)')
    .addHelpText('after', examples('latchkey activity', 'latchkey activity --limit 100 --json'))
    .action(on(async () => (await import('../commands/activity.ts')).activity))
  program
    .command('receive')
    .description('show the address of the connected account, also as a QR code')
    .addHelpText('after', examples('latchkey receive', 'latchkey receive --quiet    (only the address)'))
    .action(on(async () => (await import('../commands/receive.ts')).receive))
  const names = program.command('names').description('look up names, and register a name')
  names
    .command('resolve')
    .description('show the address of a name on a network')
    .argument('<name>', 'such as alice.eth')
    .addHelpText(
      'after',
      examples(
        'latchkey names resolve vitalik.eth',
        'latchkey names resolve bob.latchkey.test -n devnet-solana',
      ),
    )
    .action(on(async () => (await import('../commands/names.ts')).resolveName))
  names
    .command('reverse')
    .description('show the names that resolve to an address')
    .argument('<address>', 'address, CAIP-10 account, or dev:<name>')
    .addHelpText('after', examples('latchkey names reverse dev:bob'))
    .action(on(async () => (await import('../commands/names.ts')).reverseName))
  names
    .command('register')
    .description('register a name for the connected eip155 account')
    .argument('<name>', 'at least four characters: letters, digits and hyphens; the zone is optional')
    .addHelpText('after', examples('latchkey names register lovelace --wallet dev:dave'))
    .action(on(async () => (await import('../commands/names.ts')).registerName))
  program
    .command('sign-in')
    .description(
      'sign in to a server with the connected account; without --server, print a signed message to verify elsewhere',
    )
    .option('--server <url>', 'URL of the sign-in routes')
    .option('--domain <host>', "the domain to sign in to (default: the server's host)")
    .option('--uri <uri>', "the page's URI (default: the server's origin)")
    .option('--statement <text>', 'statement to show, in one line')
    .option('--cookie-jar <file>', 'write the cookies to this file, in the format of curl')
    .addHelpText(
      'after',
      examples(
        'latchkey sign-in --server https://example.com/auth --cookie-jar jar.txt',
        'latchkey sign-in --domain example.com --json > message.json',
      ),
    )
    .action(on(async () => (await import('../commands/sign/sign-in.ts')).signIn))
  const verify = program.command('verify').description('verify a sign-in, or the signature of a text')
  verify
    .command('sign-in', { isDefault: true })
    .description('verify which account signed in, and to which domain; `latchkey verify` does the same')
    .argument('<file>', 'JSON with message and signature; - reads standard input')
    .option('--domain <host>', 'expected domain')
    .option('--nonce <nonce>', 'expected nonce')
    .option('--uri <uri>', 'expected URI')
    .addHelpText(
      'after',
      examples('latchkey verify sign-in message.json --domain example.com --nonce 7Hf3kQ9xZb'),
    )
    .action(on(async () => (await import('../commands/sign/verify.ts')).verify))
  verify
    .command('message')
    .description('verify the signature of a text: exit code 0 if it is valid, else 1')
    .argument('<signature>', 'as `latchkey sign message` prints it')
    .argument('<address>', 'the signer: address or CAIP-10 account')
    .argument('[text]', 'the signed text; - reads standard input')
    .option('--file <path>', 'read the text from a file')
    .option('--scheme <scheme>', 'bip122: ecdsa or bip322; default: both')
    .option('--public-key <key>', 'cosmos: public key of the signer; default: from the signature')
    .addHelpText('after', examples('latchkey verify message 0x… 0x… "I was here"'))
    .action(on(async () => (await import('../commands/sign/verify-message.ts')).verifyMessage))
  const keystore = program.command('keystore').description('make an encrypted key file')
  keystore
    .command('new')
    .description('make a new key and store it encrypted')
    .argument('<file>', 'the file to write')
    .option('--family <family>', 'chain family of the key (default: eip155)')
    .action(on(async () => (await import('../commands/keystore.ts')).newKeystore))
  keystore
    .command('import')
    .description('store an existing key, encrypted')
    .argument('<file>', 'the file to write')
    .addOption(
      new Option(
        '--from <source>',
        'key:<file>, key:env:<NAME>, key:- or keystore:<file> (Web3 v3 too)',
      ).default('key:-'),
    )
    .option('--family <family>', 'chain family of the key (default: eip155)')
    .action(on(async () => (await import('../commands/keystore.ts')).importKeystore))
}
