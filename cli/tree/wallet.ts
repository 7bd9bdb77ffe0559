import type { Command } from 'commander'
import { remoteWalletLimit } from '../deadline.ts'
import type { Action } from './command-run.ts'
import {
  assetHelp,
  dangerOption,
  examples,
  feeWarningOption,
  functionArguments,
  listed,
  several,
  sighashOption,
  tokenOption,
} from './options.ts'
import { addSignCommands } from './sign.ts'

export function addWalletCommands(program: Command, on: Action): void {
  program.commandsGroup('Wallet:')
  program
    .command('connect')
    .description('connect a wallet and remember it, at most one for each chain family')
    .option('--relay <url>', "WalletConnect relay; default: the running devnet's")
    .option('--uri-only', 'print only the pairing uri, for scripts')
    .addHelpText(
      'after',
      examples(
        'latchkey connect --wallet dev:alice',
        'latchkey connect -w keystore:me.json -n sepolia',
        'latchkey connect -w keystore:sol.json -n solana-devnet    (keeps the first wallet)',
        'latchkey connect -w walletconnect -n sepolia',
      ),
    )
    .action(on(async () => (await import('../commands/connect.ts')).connect, remoteWalletLimit))
  program
    .command('status')
    .description('show the connected wallets')
    .action(on(async () => (await import('../commands/status.ts')).status))
  program
    .command('send')
    .description('send the native coin or a token')
    .option('--to <address>', 'recipient: address, name, CAIP-10 account, dev:<name>, or a bitcoin: link')
    .option('--amount <amount>', "decimal amount in the asset's unit, such as 0.5")
    .option('-a, --asset <asset>', assetHelp)
    .addOption(tokenOption())
    .option('--decimals <number>', "the asset's decimals; needed if nodes of only one host state them")
    .option('--max-spend <amount>', 'the most of the native coin to spend, fee included')
    .addOption(feeWarningOption())
    .option('--dry-run', 'build, check and estimate only; nothing is signed')
    .option('--wait', 'wait until the transaction is in a block')
    .option('--memo <text>', 'cosmos, solana: a public note; exchanges may require one')
    .option('--fee-rate <sats>', 'bip122: fee rate in sats per virtual byte, instead of the estimate')
    .option('--allow-death', 'polkadot: send even if so little is left that the chain removes the account')
    .option('--allow-off-curve', 'solana: send even to an off-curve address without an account')
    .option('--allow-mainnet', 'allow a network whose coins have real value')
    .addHelpText(
      'after',
      examples(
        'latchkey send --to dev:bob --amount 0.5 --wait',
        'latchkey send --to bob.eth --amount 0.5',
        'latchkey send --to 0x… --amount 1 --asset eip155:1/erc20:0x… --dry-run',
      ),
    )
    .action(on(async () => (await import('../commands/send.ts')).send))
  program
    .command('swap')
    .description(
      'swap the native coin or a token for another, with the data service, Uniswap, LI.FI or Jupiter',
    )
    .option(
      '--from <asset>',
      'asset to sell: symbol, contract address or CAIP-19 id; default: the native coin',
    )
    .option('--to <asset>', 'asset to buy, in the same form')
    .option('--to-network <network>', 'network of the asset to buy, with --provider lifi; default: the same')
    .option('--amount <amount>', 'amount to sell, decimal, such as 0.5')
    .option(
      '--provider <name>',
      'data, uniswap (SwapRouter02), uniswap-universal (Universal Router), lifi or jupiter (on solana); Uniswap needs no service; default: data',
    )
    .option(
      '--provider-url <url>',
      "URL of Jupiter's or LI.FI's API, or of your proxy; default: the API's public URL, with the key in JUPITER_KEY or LIFI_KEY if set",
    )
    .option(
      '--contracts <file>',
      "JSON file with the provider's contracts, in the format of the option swapContracts, for networks where Latchkey doesn't know the contracts",
    )
    .option('--decimals <number>', "the sold token's decimals; needed if nodes of only one host state them")
    .option('--dry-run', 'quote, build and check only; nothing is signed')
    .option(
      '--wait',
      'wait until the swap is in a block and, with --to-network, until the token arrives; print what arrived',
    )
    .option('--allow-mainnet', 'allow a network whose coins have real value')
    .addHelpText(
      'after',
      examples(
        'latchkey swap --to tUSD --amount 0.5 --wait',
        'latchkey swap --from tUSD --to ETH --amount 100 --dry-run',
        'latchkey swap -n mainnet --provider uniswap --to 0x… --amount 0.5 --dry-run',
        'latchkey swap -n mainnet --provider lifi --to 0x… --to-network base --amount 0.5 --dry-run',
        'latchkey swap -n solana-mainnet --provider jupiter --to EPjF… --amount 0.5 --dry-run',
      ),
    )
    .action(on(async () => (await import('../commands/swap.ts')).swap))
  program
    .command('call')
    .description('eip155: call a contract function that changes state')
    .argument('<address>', 'the contract: address or CAIP-10 account')
    .argument('<function>', "function with its types: 'transfer(address,uint256)'")
    .argument('[args...]', functionArguments)
    .option('--value <amount>', "amount of the network's coin to send with the call, such as 0.5")
    .option('--max-spend <amount>', 'the most of the native coin to spend, fee included')
    .addOption(feeWarningOption())
    .addOption(dangerOption())
    .option('--dry-run', 'simulate, check and estimate only; nothing is signed')
    .option('--wait', 'wait until the transaction is in a block')
    .option('--allow-mainnet', 'allow a network whose coins have real value')
    .addHelpText('after', examples("latchkey call 0x… 'transfer(address,uint256)' dev:bob 1000000 --wait"))
    .action(on(async () => (await import('../commands/contract/call.ts')).call))
  addSignCommands(program, on)
  program
    .command('switch')
    .description('switch the connected wallet to another network')
    .argument('<network>', 'CAIP-2 id or alias')
    .action(on(async () => (await import('../commands/switch.ts')).switchNetwork))
  program
    .command('disconnect')
    .description('disconnect and forget a wallet; default: the active wallet')
    .option('--family <family>', 'the wallet of this chain family')
    .option('--all', 'all wallets')
    .action(on(async () => (await import('../commands/disconnect.ts')).disconnect))
  program
    .command('wallet')
    .description("act as a wallet: answer any app's pairing uri")
    .argument('<uri>', 'wc:…@2?…, copied from the app; - prompts for it, or reads standard input')
    .option('--approve', 'approve the pairing and every request')
    .option('--reject', 'reject the pairing')
    .option(
      '--script <file>',
      "JSON file with the wallet's answers; requests that it doesn't name are approved",
    )
    .option(
      '--as <wallet>',
      'dev:<name> or keystore:<file>, repeatable (default on local networks: dev:alice)',
      several,
    )
    .option('--networks <ids>', "networks that the wallet supports; default: the devnet's", listed)
    .option('--relay <url>', "WalletConnect relay; default: the running devnet's")
    .addOption(feeWarningOption())
    .addOption(sighashOption())
    .addOption(dangerOption())
    .option('--allow-mainnet', 'allow networks whose coins have real value')
    .addHelpText(
      'after',
      examples(
        "latchkey wallet 'wc:…' --approve",
        "latchkey wallet 'wc:…' --as dev:bob --networks devnet,devnet-solana",
        "latchkey wallet 'wc:…' --script refuse.json --json",
        'xclip -o | latchkey wallet - --approve    (other users of the machine see arguments)',
      ),
    )
    .action(on(async () => (await import('../commands/wallet.ts')).wallet, 'none'))
}
