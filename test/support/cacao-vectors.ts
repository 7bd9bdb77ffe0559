// Payloads with the expected texts for `issuer`. The texts come from `formatMessage` in @walletconnect/utils 2.21.8, which
// sign-client exposes as `formatAuthMessage`.

export const issuer = 'did:pkh:eip155:1:0x9D85ca56217D2bb651b00f15e694EB7E713637D4'

export const cacaoTexts = {
  plain: {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
    },
    text: 'service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z',
  },
  'with all': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      statement: 'Hello.',
      exp: '2027-01-01T00:00:00.000Z',
      nbf: '2025-01-01T00:00:00.000Z',
      requestId: 'r1',
      resources: ['https://service.org/tos'],
    },
    text: 'service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\nHello.\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nExpiration Time: 2027-01-01T00:00:00.000Z\nNot Before: 2025-01-01T00:00:00.000Z\nRequest ID: r1\nResources:\n- https://service.org/tos',
  },
  'with empty fields': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      statement: '',
      exp: '',
      nbf: '',
      requestId: '',
      resources: [],
    },
    text: 'service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:',
  },
  'with a recap': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      statement: 'Hello.',
      resources: [
        'https://service.org/tos',
        'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
      ],
    },
    text: "service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\nHello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign' for 'eip155'.\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:\n- https://service.org/tos\n- urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19",
  },
  'with a recap and no statement': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      resources: [
        'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
      ],
    },
    text: "service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\nI further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign' for 'eip155'.\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:\n- urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19",
  },
  'with a recap of two resources and four abilities': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      statement: 'Hello.',
      resources: [
        'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9ub3RpZnkud2FsbGV0Y29ubmVjdC5jb20iOnsibWFuYWdlL2FsbC1hcHBzLW5vdGlmaWNhdGlvbnMiOlt7fV0sIm1hbmFnZS94Ijpbe31dLCJiL29uZSI6W3t9XSwiYy90d28iOlt7fV19LCJlaXAxNTUiOnsicmVxdWVzdC9ldGhfc2lnblRyYW5zYWN0aW9uIjpbeyJjaGFpbnMiOlsiZWlwMTU1OjEiXX1dLCJyZXF1ZXN0L3BlcnNvbmFsX3NpZ24iOlt7fV19fX0',
      ],
    },
    text: "service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\nHello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'manage': 'all-apps-notifications', 'x' for 'https://notify.walletconnect.com'. (2) 'b': 'one' for 'https://notify.walletconnect.com'., (3) 'c': 'two' for 'https://notify.walletconnect.com'. (4) 'request': 'eth_signTransaction', 'personal_sign' for 'eip155'.\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:\n- urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9ub3RpZnkud2FsbGV0Y29ubmVjdC5jb20iOnsibWFuYWdlL2FsbC1hcHBzLW5vdGlmaWNhdGlvbnMiOlt7fV0sIm1hbmFnZS94Ijpbe31dLCJiL29uZSI6W3t9XSwiYy90d28iOlt7fV19LCJlaXAxNTUiOnsicmVxdWVzdC9ldGhfc2lnblRyYW5zYWN0aW9uIjpbeyJjaGFpbnMiOlsiZWlwMTU1OjEiXX1dLCJyZXF1ZXN0L3BlcnNvbmFsX3NpZ24iOlt7fV19fX0",
  },
  'with a statement that tells of its recap': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      statement: 'I further authorize the stated URI to perform the following actions on my behalf: all.',
      resources: [
        'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
      ],
    },
    text: 'service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\nI further authorize the stated URI to perform the following actions on my behalf: all.\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:\n- urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
  },
  'with a recap that is not the last': {
    payload: {
      domain: 'service.org',
      aud: 'https://service.org/login',
      version: '1',
      nonce: '32891757',
      iat: '2026-01-01T12:00:00.000Z',
      resources: [
        'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
        'https://service.org/tos',
      ],
    },
    text: 'service.org wants you to sign in with your Ethereum account:\n0x9D85ca56217D2bb651b00f15e694EB7E713637D4\n\n\nURI: https://service.org/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2026-01-01T12:00:00.000Z\nResources:\n- urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19\n- https://service.org/tos',
  },
} as const
