// A separate process for the tests of the devnet: starts a devnet, prints its description, and then waits to be ended.
import { startDevnet } from '../../src/devnet/index.ts'

const [, , how, family = 'eip155'] = process.argv
const devnet = await startDevnet({ families: [family as 'eip155'] })
console.log(JSON.stringify(devnet.nodes.map(({ pid, url }) => ({ pid, url }))))
if (how === 'throw')
  setTimeout(() => {
    throw new Error('a crash')
  })
if (how === 'exit') setTimeout(() => process.exit(3))
