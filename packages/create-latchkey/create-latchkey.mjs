#!/usr/bin/env node
// Creates an app: `npm create latchkey@latest`. Writes nothing unless all answers are valid.
import { ask } from './lib/ask.mjs'
import { help, Refusal, readFlags } from './lib/flags.mjs'
import { projectFiles } from './lib/project-files.mjs'
import { version } from './lib/version.mjs'
import { write } from './lib/write.mjs'

try {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) console.log(help)
  else if (flags.version) console.log(version)
  else {
    const choices = await ask(flags)
    write(choices.folder, projectFiles(choices))
    console.log(`Created ${choices.folder}. Now run:

  cd ${choices.folder}
  npm install
  npm test       # signs with test wallets, on chains on this machine
  npm run devnet # the page, with test wallets in your browser
  npm run dev    # the page, with the wallets that you have`)
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`create-latchkey: ${error.message}`)
  process.exitCode = 2
}
