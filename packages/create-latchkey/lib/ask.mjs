import { createInterface } from 'node:readline/promises'
import { families } from './families.mjs'
import { checks, Refusal, templates } from './flags.mjs'
import { version } from './version.mjs'

/**
 * The answers that decide what to create.
 * @typedef {object} Choices
 * @property {string} folder
 * @property {'vite' | 'next' | 'plain'} template
 * @property {readonly (keyof typeof families)[]} families
 * @property {string} walletConnect The URL of a relay, or a project id. Empty for an app without WalletConnect.
 * @property {boolean} signIn
 * @property {string} latchkey The version, URL or file of latchkey that the app depends on.
 */

const titles = Object.fromEntries(Object.entries(families).map(([name, { title }]) => [name, title]))
const list = (names) =>
  Object.entries(names)
    .map(([name, title]) => `  ${name.padEnd(8)} ${title}\n`)
    .join('')

/** Enter gives the answer `standard`. `read` turns an answer into a choice, or throws if the answer is invalid. */
const questions = {
  folder: { text: 'Folder', standard: 'my-app', read: checks.folder },
  template: { text: `${list(templates)}Template`, standard: 'vite', read: checks.template },
  families: { text: `${list(titles)}Families`, standard: 'eip155', read: checks.families },
  walletConnect: {
    text: 'WalletConnect: the URL of your relay, or a project id',
    standard: 'none',
    read: (text) => (text === 'none' ? '' : checks.walletConnect(text)),
  },
  signIn: { text: 'Sign-in server, yes or no', standard: 'no', read: checks.yesOrNo },
}

/**
 * Returns the choices of the flags. On a terminal, asks for each choice that no flag sets. With `--yes` or without a terminal,
 * uses the standard answer instead.
 * @returns {Promise<Choices>}
 * @throws {Refusal}
 */
export async function ask({ yes, latchkey = `^${version}`, ...flags }) {
  const choices = { latchkey }
  const answer = !yes && process.stdin.isTTY && process.stdout.isTTY ? openTerminal() : undefined
  try {
    for (const [name, question] of Object.entries(questions))
      choices[name] = flags[name] ?? (answer ? await answer(question) : question.read(question.standard))
  } finally {
    answer?.close()
  }
  return choices
}

/** Returns a function that asks until the answer is valid. */
function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const left = new AbortController()
  // Ctrl-C and Ctrl-D close the terminal. A pending question would then never settle, so abort it.
  terminal.once('close', () => left.abort())
  const answer = async ({ text, standard, read }) => {
    const given = await terminal.question(`${text} (${standard}): `, { signal: left.signal }).catch(() => {
      throw new Refusal('nothing was created')
    })
    try {
      return read(given.trim() || standard)
    } catch (error) {
      console.log(error.message)
      return answer({ text, standard, read })
    }
  }
  return Object.assign(answer, { close: () => terminal.close() })
}
