// A process of its own that starts a devnet, prints it, and then waits to be ended; run by the devnet's tests.
import { startDevnet } from '../../src/devnet/index.ts'

const devnet = await startDevnet({ families: ['eip155'] })
console.log(JSON.stringify(devnet.nodes.map(({ pid, url }) => ({ pid, url }))))
const [, , how] = process.argv
if (how === 'throw')
  setTimeout(() => {
    throw new Error('a crash')
  })
if (how === 'exit') setTimeout(() => process.exit(3))
