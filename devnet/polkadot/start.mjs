// Runs local chains offline, with the real Asset Hub runtime from its genesis. Needs the packages in the package.json beside this
// file. There are two arguments: a JSON list of { hash, name, properties, storage }, one entry per chain, and the address to
// listen at. Prints one line of JSON to stdout: the URL of each chain, in the same order. Each chain builds a block when a
// transaction arrives.
process.env.LOG_LEVEL ??= 'error'
const { GenesisProvider, ResponseError, setStorage, setup } = await import('@acala-network/chopsticks-core')
const { handler } = await import('@acala-network/chopsticks/rpc/index')
const { createServer } = await import('@acala-network/chopsticks/server')
const { rococo_v2_2_asset_hub: genesis } = await import('@substrate/connect-known-chains')

/**
 * The storage key of `System.BlockHash(0)`. Every signature covers this hash, so a transaction of one chain isn't valid on
 * another chain.
 */
const firstHash = '0x26aa394eea5630e07c48ae0c9558cef7a44704b568d21667356a5a050c118746b4def25cfda6ef3a00000000'

/**
 * Gives a chain its own genesis hash, because this hash identifies the chain. Chopsticks gives every genesis block the hash
 * 0x4545….
 */
function genesisWith(hash, spec) {
  const provider = new GenesisProvider(spec)
  Object.defineProperty(provider, 'blockHash', { value: hash })
  const getHeader = provider.getHeader
  provider.getHeader = async () => ({ ...(await getHeader()), parentHash: hash })
  provider.clone = () => genesisWith(hash, spec)
  return provider
}

/**
 * Returns whether an extrinsic has an sr25519 signature without the scheme's mark in the last byte. The runtime's executor
 * crashes on such a signature, but a real node rejects it.
 */
function isUnmarked(extrinsic) {
  const bytes = Buffer.from(String(extrinsic).slice(2), 'hex')
  // The extrinsic's length comes first, in SCALE's compact format. The two lowest bits say how many bytes the length takes.
  const start = [1, 2, 4, 5][bytes[0] & 3]
  const [version, address, scheme, last] = [start, start + 1, start + 34, start + 98].map((at) => bytes[at])
  return version === 0x84 && address === 0 && scheme === 1 && (last & 0x80) === 0
}

/** Returns the account's next nonce. Like a real node, counts transactions that wait or that are just being put into a block. */
async function nextIndex(chain, answer, request) {
  await chain.txPool.upcomingBlocks()
  const registry = await chain.head.registry
  const address = registry.createType('AccountId', request.params[0]).toString()
  return (await answer(request)) + chain.txPool.pendingExtrinsicsBy(address).length
}

const listening = []
for (const { hash, name, properties, storage } of JSON.parse(process.argv[2])) {
  const spec = JSON.parse(genesis)
  spec.id = name
  spec.properties = { ...spec.properties, ...properties }
  spec.genesis.raw.top[firstHash] = hash
  const chain = await setup({ genesis: genesisWith(hash, spec), buildBlockMode: 'Instant' })
  await setStorage(chain, storage)
  const answer = handler({ chain })
  const careful = async (request, subscriptions) => {
    if (request.method.startsWith('author_submit') && isUnmarked(request.params[0]))
      throw new ResponseError(1010, '{"invalid":{"badProof":null}}')
    if (request.method === 'system_accountNextIndex') return nextIndex(chain, answer, request)
    // JSON leaves out undefined, and an HTTP response without a result isn't a valid answer.
    return (await answer(request, subscriptions)) ?? null
  }
  const { addr } = await createServer(careful, 0, process.argv[3])
  listening.push(`http://${addr}`)
}
process.stdout.write(`${JSON.stringify({ listening })}\n`)
