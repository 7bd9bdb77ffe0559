import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of an address of this machine that nobody has at the moment, for programs that cannot be told to take any. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
