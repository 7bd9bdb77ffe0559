import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'
import type { Action } from './command-run.ts'
import { dangerOption, examples, feeWarningOption, sighashOption } from './options.ts'

interface Signable {
  readonly name: string
  readonly argument: string
  readonly about: string
  /** Whether the command checks the input against the network. `--offline` turns this off. */
  readonly offline?: boolean
  /** Whether the signed input has a network fee. */
  readonly paid?: boolean
  readonly load: () => Promise<
    (context: Context, given: import('../commands/sign/sign.ts').SignInput) => Promise<Outcome>
  >
}

const signables: readonly Signable[] = [
  {
    name: 'message',
    argument: '[text]',
    about: "sign a text in the family's format: EIP-191, BIP-322, ADR-36 …",
    load: async () => (await import('../commands/sign/sign.ts')).signMessage,
  },
  {
    name: 'typed-data',
    argument: '[json]',
    about: 'eip155: sign typed data (EIP-712)',
    load: async () => (await import('../commands/sign/sign.ts')).signTypedData,
  },
  {
    name: 'transaction',
    argument: '[base64]',
    about: 'solana: sign a transaction, legacy or version 0',
    offline: true,
    paid: true,
    load: async () => (await import('../commands/sign/sign-transaction.ts')).signTransaction,
  },
  {
    name: 'psbt',
    argument: '[base64]',
    about: 'bip122: sign your own inputs of a PSBT (BIP-174)',
    offline: true,
    paid: true,
    load: async () => (await import('../commands/sign/sign-psbt.ts')).signPsbt,
  },
  {
    name: 'payload',
    argument: '[json]',
    about: 'polkadot: sign the payload of an extrinsic (SignerPayloadJSON)',
    offline: true,
    paid: true,
    load: async () => (await import('../commands/sign/sign-payload.ts')).signPayload,
  },
  {
    name: 'doc',
    argument: '[json]',
    about: 'cosmos: sign a document: Direct, Amino or ADR-36',
    offline: true,
    paid: true,
    load: async () => (await import('../commands/sign/sign-doc.ts')).signDoc,
  },
]

export function addSignCommands(program: Command, on: Action): void {
  const sign = program
    .command('sign')
    .description('sign a message, typed data, a transaction, a payload, a document')
  for (const { name, argument, about, offline, paid, load } of signables) {
    const command = sign
      .command(name)
      .description(about)
      .argument(argument, 'what to sign; - reads standard input')
      .option('--file <path>', 'read what to sign from a file')
    if (name === 'message') command.option('--scheme <scheme>', 'bip122: ecdsa or bip322')
    if (name === 'psbt') command.addOption(sighashOption())
    // `sign message` doesn't check for dangers.
    if (name !== 'message') command.addOption(dangerOption())
    if (paid) command.addOption(feeWarningOption())
    if (offline) command.option('--offline', "don't check the request against the network")
    command.action(
      on(async () => {
        const run = await load()
        return (context: Context, input: string | undefined, given: object) =>
          run(context, { input, ...given })
      }),
    )
  }
  sign.addHelpText(
    'after',
    examples(
      'latchkey sign message "I was here"',
      'latchkey sign psbt --file payment.psbt',
      'latchkey sign typed-data --file permit.json --allow-danger unlimited --yes',
      'latchkey sign transaction - --yes < transaction.b64',
      'latchkey sign doc --file sign-doc.json -n cosmos:cosmoshub-4',
    ),
  )
}
