import { randomBytes } from 'node:crypto'
import { fetchRead } from '../../../src/core/fetch-read.ts'
import { accountOf, type StepRun, WrongResult } from '../flow-run.ts'

/** Compares the account's name with the service's answer. Registers a name only if the account has none, because each account gets one name. */
export const names: StepRun = async (run, signal) => {
  const { data } = run.world
  if (data === undefined) return { skipped: 'no data service registers names' }
  const network = run.network.caipNetworkId
  const [before] = await run.client.names.reverse(run.address, { network, signal })
  const label = `check-${randomBytes(6).toString('hex')}`
  const name = before ?? (await run.client.names.register(label, { signal }))
  const resolved = await run.client.names.resolve(name, { network, signal })
  const own = await run.client.names.reverse(run.address, { network, signal })
  const url = `${data.url}/v1/profile/account/${name}?projectId=${data.projectId}&apiVersion=2`
  const said: unknown = await (await fetchRead(fetch, url, { signal })).json()
  const seen = { account: accountOf(run), name, resolved: resolved.address, names: own, service: said }
  if (!run.verifier.same(resolved.address, run.address))
    throw new WrongResult(`${name} is the name of ${run.address}, but resolves to ${resolved.address}`, seen)
  if (!own.includes(name)) throw new WrongResult(`the names of ${run.address} lack ${name}`, seen)
  if (!JSON.stringify(said).toLowerCase().includes(run.address.toLowerCase()))
    throw new WrongResult(`the service does not know ${name} as ${run.address}`, seen)
  return {
    summary: `${name}${before === undefined ? ' registered; it' : ''} leads to ${run.address}, and back`,
    seen,
  }
}
