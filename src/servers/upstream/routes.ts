/** A call of the data service that is passed on to the upstream, a third-party data service (S2.7, S3.2.2). */
export interface PassedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** The query parameters that are passed on, besides the project id and the SDK parameters. */
  readonly query: readonly string[]
  /** The body fields that are passed on. */
  readonly body: readonly string[]
  /** Where the request contains the project id (S3.2.1). */
  readonly project: 'query' | 'body' | 'nowhere'
}

const part = '([^/]+)'

export const passedRoutes: readonly PassedRoute[] = [
  get('supported-chains'),
  get(`identity/${part}`, 'sender'),
  get(`account/${part}/history`, 'cursor', 'onramp', 'chainId'),
  get(`account/${part}/nfts`, 'cursor', 'chainId'),
  get(`account/${part}/balance`, 'currency', 'chainId', 'forceUpdate'),
  get('convert/quotes', 'amount', 'userAddress', 'from', 'to', 'gasPrice'),
  get('convert/tokens', 'chainId'),
  get('convert/allowance', 'tokenAddress', 'userAddress'),
  get('convert/gas-price', 'chainId'),
  get('convert/build-approve', 'userAddress', 'from', 'to'),
  post('convert/build-transaction', 'body', [
    ...['amount', 'eip155', 'from', 'to', 'userAddress', 'disableEstimate'],
  ]),
  post('fungible/price', 'body', ['currency', 'addresses']),
  get(`profile/account/${part}`, 'apiVersion'),
  get(`profile/reverse/${part}`, 'sender', 'apiVersion'),
  get(`profile/suggestions/${part}`, 'zone'),
  post('profile/account', 'nowhere', ['coin_type', 'address', 'message', 'signature']),
  post('generators/onrampurl', 'query', [
    ...['destinationWallets', 'defaultNetwork', 'partnerUserId', 'defaultExperience'],
    ...['presetCryptoAmount', 'presetFiatAmount'],
  ]),
  get('onramp/options'),
  post('onramp/quote', 'query', ['purchaseCurrency', 'paymentCurrency', 'amount', 'network']),
  get(`sessions/${part}`),
  post(`sessions/${part}/revoke`, 'query', ['pci', 'signature']),
]

/** JSON-RPC calls to nodes. Only some methods are allowed. */
export const nodeRoute: PassedRoute = {
  method: 'POST',
  path: /^\/v1\/?$/,
  query: ['chainId'],
  body: [],
  project: 'query',
}

function get(path: string, ...query: readonly string[]): PassedRoute {
  return { method: 'GET', path: new RegExp(`^/v1/${path}$`), query, body: [], project: 'query' }
}

function post(path: string, project: PassedRoute['project'], body: readonly string[]): PassedRoute {
  return { method: 'POST', path: new RegExp(`^/v1/${path}$`), query: [], body, project }
}
