// Starts a devnet in a separate process, prints its description, and waits until a test ends the process.
import { startDevnet } from '../../src/devnet/index.ts'

const [, , how, family = 'eip155'] = process.argv
const devnet = await startDevnet({ families: [family as 'eip155'] })
console.log(JSON.stringify(devnet.nodes.map(({ pid, url }) => ({ pid, url }))))
if (how === 'throw')
  setTimeout(() => {
    throw new Error('a crash')
  })
if (how === 'exit') setTimeout(() => process.exit(3))
