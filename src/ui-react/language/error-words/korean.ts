import type { ErrorTexts } from '../strings.ts'

const mistake = '이 페이지에 오류가 있습니다. 사이트 운영자에게 이 코드를 알려 주세요.'
const connectFirst = '먼저 지갑을 연결하세요.'
const setUp = '이 페이지에 이 기능이 설정되어 있지 않습니다. 사이트 운영자에게 이 코드를 알려 주세요.'
const notUsed = '이 페이지가 지원하지 않는 네트워크입니다. 목록에서 선택하세요.'
const networkSetUp =
  '이 페이지에 이 네트워크가 설정되어 있지 않습니다. 사이트 운영자에게 이 코드를 알려 주세요.'
const together = '이 지갑은 이 단계들을 함께 실행할 수 없습니다. 다른 지갑을 사용해 보세요.'
const usedEarly = '연결하기 전에 지갑이 사용되었습니다. 먼저 지갑을 연결하세요.'
const unusable = '지갑이나 네트워크가 잘못된 응답을 보냈습니다. 나중에 다시 시도하세요.'
const server = '이 페이지에 필요한 서버에 오류가 발생했습니다. 잠시 후 다시 시도하세요.'
const frame = '이 페이지의 지갑에서 응답이 없습니다. 다시 시도하세요.'
const signIn = '아직 로그인할 수 없습니다. 먼저 지갑을 연결하고 네트워크를 선택하세요.'
const notStarted = '로그인을 시작하지 못했습니다. 잠시 후 다시 시도하세요.'
const otherMessage = '서명이 이 페이지의 요청과 일치하지 않아 로그인되지 않았습니다. 다시 시도하세요.'
const wrongTime =
  '로그인 시간이 맞지 않아 로그인되지 않았습니다. 이 기기의 시계를 확인한 다음 다시 시도하세요.'
const unverified = '로그인을 확인하지 못했습니다. 나중에 다시 시도하세요.'

/** What each error code means to a visitor. */
export const koreanErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    '입력란 하나가 거부되었습니다. 메시지에 어떤 입력란인지와 이유가 나와 있습니다. 해당 입력란을 수정하세요.',
  'validation/invalid-amount':
    '수량이 올바른 소수가 아니거나 자산이 허용하는 것보다 소수 자릿수가 많습니다. 0.25처럼 소수점은 하나만, 자산의 소수 자릿수 이내로 입력하세요.',
  'validation/invalid-address':
    '이 네트워크의 올바른 주소가 아니거나 오타가 있습니다. 직접 고치지 말고 원래 위치에서 다시 복사하세요.',
  'validation/amount-and-receiver-required':
    '수량이나 받는 사람이 없습니다. 수량과 받는 사람의 주소를 입력하세요.',
  'validation/token-required': '선택된 토큰이 없습니다. 보낼 토큰을 선택하세요.',
  'validation/unsupported-chain': '이 네트워크에서는 보낼 수 없습니다. 다른 네트워크로 전환하세요.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    '아는 주소와 비슷하지만 다른 주소이거나 키를 가진 사람이 없는 주소입니다. 모든 글자를 비교한 다음 확인하세요.',
  'validation/insufficient-balance':
    '계정 잔액이 수량과 수수료의 합계보다 적습니다. 더 적게 보내거나 먼저 계정에 입금하세요.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/no-modal': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'config/feature-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added':
    '지갑에 이 네트워크가 없으며 추가되지도 않았습니다. 지갑에 추가한 다음 다시 전환하세요.',
  'network/switch-failed':
    '지갑에 전환을 요청했지만 아직 다른 네트워크에 있습니다. 지갑에서 직접 네트워크를 전환하세요.',
  'network/invalid-chain-id':
    '지갑의 체인 ID가 숫자가 아니거나 지갑이 요청된 체인 ID를 거부했습니다. 지갑에서 직접 네트워크를 전환하세요. 문제가 계속되면 지갑 개발사에 알려 주세요.',
  'network/wrong-chain':
    '지갑의 네트워크가 요청과 다릅니다. 아무것도 보내지 않았습니다. 지갑을 올바른 네트워크로 전환한 다음 다시 시도하세요.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': '연결이 종료되었습니다. 지갑을 다시 연결하세요.',
  'connection/no-accounts': '지갑에 이 네트워크의 계정이 없습니다. 지갑에서 계정을 만들거나 선택하세요.',
  'connection/account-not-connected':
    '지갑이 이 계정을 공유하지 않습니다. 지갑에서 이 계정을 선택하거나 연결된 계정을 사용하세요.',
  'connection/connector-not-found':
    '지갑을 찾을 수 없습니다. 꺼져 있을 수 있습니다. 지갑을 설치하거나 켠 다음 페이지를 새로 고치세요.',
  'connection/provider-not-found':
    '지갑이 발견되었지만 연결 기능을 제공하지 않습니다. 페이지를 새로 고치세요. 문제가 계속되면 지갑을 다시 설치하세요.',
  'connection/namespace-not-configured':
    '지갑이 이 네트워크에 연결되어 있지 않습니다. 다시 연결하고 이 네트워크를 허용하세요.',
  'connection/failed': '지갑을 연결하지 못했습니다. 다시 시도하세요. 문제가 계속되면 지갑을 다시 시작하세요.',
  'connection/disconnect-failed':
    '페이지의 연결은 해제되었지만 확인하지 않은 지갑이 있습니다. 지갑에서도 연결을 삭제하세요.',
  'connection/walletconnect-not-found':
    '이 페이지에 WalletConnect가 설정되어 있지 않습니다. 다른 지갑을 선택하세요.',
  'connection/pairing-expired':
    '연결 링크가 제시간에 사용되지 않았습니다. 연결을 다시 시작하고 새 코드를 스캔하세요.',
  'connection/pairing-attempts':
    '연결 링크가 사용되지 않은 채 만료되어 여러 번 갱신되었습니다. 지갑이 준비되면 다시 연결하세요.',
  'connection/relay-unreachable':
    '이 페이지와 지갑 사이의 서버에서 응답이 없습니다. 이 페이지에서 콘텐츠 차단 기능을 끈 다음 다시 시도하세요.',
  'session/expired':
    '연결이 유효하지 않습니다. 시계가 맞지 않는 경우가 많습니다. 기기의 시간 설정을 확인하고 다시 연결하세요.',
  'wallet/user-rejected':
    '지갑에서 요청을 거절했습니다. 실행된 것은 없으며 언제든지 다시 시도할 수 있습니다.',
  'wallet/unauthorized':
    '지갑이 이 사이트의 요청을 허용하지 않습니다. 지갑을 다시 연결하고 지갑에서 허용하세요.',
  'wallet/disconnected':
    '지갑이 어떤 체인에도 연결되어 있지 않습니다. 지갑의 네트워크를 확인한 다음 다시 시도하세요.',
  'wallet/chain-disconnected':
    '지갑이 이 체인에 연결되어 있지 않습니다. 지갑에서 네트워크를 전환하거나 다시 연결될 때까지 기다리세요.',
  'wallet/request-pending': '지갑에 이전 요청이 남아 있습니다. 지갑을 열어 대기 중인 요청에 응답하세요.',
  'wallet/invalid-answer': '지갑이 잘못된 응답을 보내 사용하지 않았습니다. 지갑을 업데이트하세요.',
  'wallet/closed-during-request':
    '요청이 처리되는 중에 지갑 연결이 끊어졌습니다. 아직 실행될 수 있습니다. 다시 시도하기 전에 요청이 실행되었는지 지갑에서 확인하세요.',
  'wallet/timeout':
    '지갑이 제시간에 응답하지 않았습니다. 아직 요청이 실행될 수 있습니다. 다시 시도하기 전에 대기 중인 요청이 있는지 지갑에서 확인하세요.',
  'wallet/request-expired':
    '지갑에서 응답하기 전에 요청이 만료되었습니다. 다시 시도하고 5분 안에 지갑에서 응답하세요.',
  'wallet/answer-missed':
    '페이지가 너무 오래 절전 상태였거나 지갑과의 연결이 끊겨서 지갑의 응답을 받지 못했을 수 있습니다. 다시 시도하기 전에 요청이 실행되었는지 지갑에서 확인하세요.',
  'wallet/send-in-progress':
    '같은 계정의 이전 거래가 아직 처리되지 않았습니다. 먼저 지갑에서 그 거래에 응답하세요.',
  'wallet/send-spent':
    '이미 지갑으로 보낸 요청이며 두 번 보내지 않습니다. 처리되었는지 확인하고, 처리되지 않았다면 다시 시작하세요.',
  'wallet/fee-above-limit':
    '네트워크 수수료가 동의한 금액보다 높아 아무것도 보내지 않았습니다. 새 수수료를 확인하거나 나중에 다시 시도하세요.',
  'wallet/feature-unsupported':
    '이 지갑에서 지원하지 않는 기능입니다. 지갑을 업데이트하거나 다른 지갑을 선택하세요.',
  'wallet/method-unsupported':
    '지갑이 지원하지 않거나 허용되지 않은 기능입니다. 지갑을 업데이트하거나 다른 지갑을 선택하세요.',
  'wallet/transaction-altered':
    '지갑이 요청과 다른 거래에 서명했습니다. 전송하지 않았습니다. 다시 시도하세요. 문제가 계속되면 지갑 개발사에 알려 주세요.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected': '필요한 계정 업그레이드를 거절했습니다. 지갑에서 수락한 다음 다시 시도하세요.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    '이 브라우저는 Ledger에 연결할 수 없습니다. 컴퓨터에서 Chrome, Edge 또는 Brave를 사용하세요.',
  'ledger/locked': 'Ledger가 잠겨 있습니다. 잠금을 해제한 후 다시 시도하세요.',
  'ledger/wrong-app':
    'Ledger에 다른 앱이 열려 있습니다. Ledger에서 이 네트워크의 앱을 연 후 다시 시도하세요.',
  'ledger/unplugged': 'Ledger 연결이 끊어졌습니다. 연결하고 잠금을 해제한 뒤 앱을 열고 다시 시도하세요.',
  'ledger/other-account':
    '이 Ledger의 계정은 연결된 계정과 다릅니다. 다른 Ledger를 연결하거나, 연결을 해제한 후 이 Ledger를 연결하세요.',
  'ledger/blind-signing-off':
    'Ledger가 이 요청의 세부 정보를 표시할 수 없습니다. 그래도 서명하려면 Ledger의 앱 설정에서 “Blind signing”을 켜세요.',
  'adapter/unsupported': '이 지갑에서 지원하지 않는 작업입니다. 다른 지갑을 사용하세요.',
  'adapter/wallet-not-ready':
    '지갑이 설치되어 있지만 잠겨 있거나 설정되지 않았습니다. 지갑의 잠금을 해제한 다음 다시 시도하세요.',
  'adapter/load-error':
    '지갑의 코드를 불러오지 못했습니다. 네트워크와 콘텐츠 차단 기능을 확인한 다음 페이지를 새로 고치세요.',
  'adapter/config-error': '지갑이 이 페이지의 설정을 거부했습니다. 사이트 운영자에게 이 코드를 알려 주세요.',
  'adapter/connection-error': '지갑에 연결하지 못했거나 연결이 끊어졌습니다. 지갑을 다시 연결하세요.',
  'adapter/disconnected': '지갑이 연결을 종료했습니다. 지갑을 다시 연결하세요.',
  'adapter/account-error': '지갑의 계정을 읽지 못했습니다. 지갑에서 계정을 선택한 다음 다시 시도하세요.',
  'adapter/public-key-error':
    '지갑의 공개 키를 읽지 못했습니다. 지갑에서 다른 계정을 선택하거나 지갑을 업데이트하세요.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    '지갑이 거래를 수락했지만 전송하지 못했습니다. 지갑에서 상태를 확인한 다음 다시 시도하세요.',
  'adapter/sign-transaction-error': '지갑이 거래에 서명하지 못했습니다. 다시 시도하세요.',
  'adapter/sign-message-error': '지갑이 메시지에 서명하지 못했습니다. 다시 시도하세요.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': '지갑이나 네트워크에서 지원하지 않는 작업입니다. 다른 지갑을 사용하세요.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': '네트워크 서버에 이 데이터가 보관되어 있지 않습니다. 나중에 다시 시도하세요.',
  'rpc/refused': '네트워크 서버가 이 페이지를 거부합니다. 나중에 다시 시도하세요.',
  'rpc/transaction-rejected': '네트워크가 거래를 거부했습니다. 아무것도 보내지 않았습니다. 다시 시도하세요.',
  'rpc/limit-exceeded': '네트워크가 혼잡합니다. 잠시 기다린 다음 다시 시도하세요.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': '이 지갑은 이 요청을 지원하지 않습니다. 다른 지갑을 사용하세요.',
  'rpc/unreachable':
    '네트워크 서버에 연결할 수 없거나 서버가 웹페이지를 거부합니다. 잠시 후 다시 시도하세요.',
  'rpc/maybe-sent': '거래가 이미 전송되었을 수 있습니다. 다시 보내기 전에 활동을 확인하세요.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': '거래의 최대 수수료가 노드의 한도를 넘습니다. 수수료를 낮추세요.',
  'node/fee-cap-too-low':
    '거래의 최대 수수료가 블록의 기본 수수료보다 낮습니다. 수수료를 올리거나 기본 수수료가 내려갈 때까지 기다리세요.',
  'node/nonce-too-high':
    '이 거래보다 앞선 거래가 없습니다. 이전 거래를 기다리거나 지갑에서 계정 기록을 초기화하세요.',
  'node/nonce-too-low':
    '이 논스의 거래가 이미 전송되었습니다. 이 거래일 수 있습니다. 다시 보내기 전에 거래가 블록에 포함되었는지 확인하세요.',
  'node/nonce-max': '이 계정은 더 이상 거래를 보낼 수 없습니다. 다른 계정을 사용하세요.',
  'node/insufficient-funds':
    '계정 잔액이 수량과 최대 수수료의 합계보다 적습니다. 계정에 입금하거나 더 적게 보내세요.',
  'node/intrinsic-gas-too-high': '거래의 가스 한도가 블록의 한도를 넘습니다. 가스 한도를 낮추세요.',
  'node/intrinsic-gas-too-low':
    '가스 한도가 거래 데이터에 비해 너무 낮습니다. 가스 한도를 올리거나 자동으로 계산되도록 비워 두세요.',
  'node/transaction-type-unsupported':
    '네트워크가 이 유형의 거래를 지원하지 않습니다. 사이트 운영자에게 이 코드를 알려 주세요.',
  'node/tip-above-fee-cap':
    '우선 수수료가 최대 수수료보다 높습니다. 우선 수수료를 낮추거나 최대 수수료를 올리세요.',
  'node/execution-reverted':
    '컨트랙트 실행이 되돌려졌습니다. 컨트랙트가 알린 이유가 있으면 메시지에 나와 있습니다. 함수와 인수를 확인하세요. 잔액이나 사용 한도가 부족하거나 인수가 잘못된 경우가 많습니다.',
  'node/bad-signature':
    '서명이 이 네트워크의 이 거래에 대한 보낸 사람의 서명이 아닙니다. 다시 서명하세요. 문제가 계속되면 지갑이 다른 네트워크나 런타임 버전용으로 서명하는 것일 수 있습니다.',
  'node/transaction-expired':
    '서명된 거래는 일정한 블록 수 동안만 유효하며 그 기간이 지났습니다. 아무것도 보내지 않았습니다. 다시 보내고 지갑에서 더 빨리 확인하세요.',
  'node/transaction-failed':
    '거래가 실패했거나 만료되었습니다. 블록에 포함되었다면 네트워크 수수료만 지불되었고 다른 자산은 이동하지 않았습니다.',
  'node/transaction-replaced':
    '다른 거래가 대신 처리되어 이 거래는 더 이상 실행되지 않습니다. 무엇이 대신 전송되었는지 지갑에서 확인하세요.',
  'node/transaction-unknown':
    '거래가 보이는 노드가 없습니다. 아직 도착할 수 있으니 탐색기를 확인하기 전에는 다시 보내지 마세요.',
  'node/fee-too-low': '네트워크 수수료가 너무 낮습니다. 수수료를 올린 다음 다시 보내세요.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    '이 페이지의 지갑을 불러오지 못했습니다. 콘텐츠 차단 기능을 확인한 다음 페이지를 새로 고치세요.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': '입력한 내용이 불완전하거나 올바르지 않습니다. 수정한 다음 다시 시도하세요.',
  'frame/taken': '이 페이지에 이미 지갑이 열려 있습니다. 다른 로그인을 닫거나 페이지를 새로 고치세요.',
  'frame/failed': '이 페이지의 지갑이 요청을 거부했습니다. 다시 시도하세요.',
  'social/popup-failed':
    '제공업체로 로그인하려면 창이 필요하지만 여기서는 열 수 없습니다. 이메일이나 지갑을 사용하세요.',
  'social/popup-blocked': '브라우저가 창을 열지 않았습니다. 이 페이지의 팝업을 허용한 다음 다시 시도하세요.',
  'social/no-redirect':
    '지갑이 로그인 위치를 알려 주지 않았습니다. 다시 시도하거나 다른 방법으로 로그인하세요.',
  'social/timed-out': '제시간에 제공업체에 연결하지 못했습니다. 다시 시도하세요.',
  'social/untrusted-origin': '창이 다른 사이트로 이동하여 아무 정보도 받지 않았습니다. 다시 시도하세요.',
  'social/popup-closed': '완료하기 전에 창을 닫았습니다. 준비되면 다시 시도하세요.',
  'frame/window-blocked': '지갑 창이 열리지 않았습니다. 이 페이지의 팝업을 허용한 다음 다시 시도하세요.',
  'frame/cooldown': '방금 이메일을 보냈습니다. 1분 기다린 후 다시 시도하세요.',
  'data/balances-failed': '잔액을 불러오지 못했습니다. 30초 후에 다시 시도하세요.',
  'data/history-failed': '거래를 불러오지 못했습니다. 나중에 다시 시도하세요.',
  'onramp/unsupported': '제공업체가 이 네트워크를 지원하지 않습니다. 다른 네트워크나 제공업체를 선택하세요.',
  'onramp/invalid-link':
    '제공업체 페이지를 열지 못했습니다. 구매된 것은 없습니다. 다시 시도하거나 다른 제공업체를 선택하세요.',
  'onramp/no-price':
    '제공업체가 이 금액의 가격을 알려 주지 않았습니다. 다시 시도하거나 제공업체 페이지에서 금액을 선택하세요.',
  'onramp/amount-out-of-range': '금액이 제공업체의 한도를 벗어납니다. 다른 금액을 선택하세요.',
  'onramp/timed-out':
    '제공업체가 아직 구매를 알리지 않았습니다. 결제했다면 토큰은 도착합니다. 다시 구매하기 전에 해당 페이지에서 구매 내역을 확인하세요.',
  'siwx/not-enabled': '이 페이지는 로그인을 사용하지 않습니다.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': '서명하지 않아 로그인되지 않았습니다. 준비되면 다시 시도하세요.',
  'siwx/smart-account': '이 페이지가 이 유형의 계정을 지원하지 않을 수 있습니다. 다른 계정을 사용하세요.',
  'siwx/initialize-failed': notStarted,
  'siwx/invalid-message': otherMessage,
  'siwx/changed-message': otherMessage,
  'siwx/wrong-domain': otherMessage,
  'siwx/wrong-uri': otherMessage,
  'siwx/wrong-chain': otherMessage,
  'siwx/wrong-address': otherMessage,
  'siwx/wrong-nonce': otherMessage,
  'siwx/issued-in-future': wrongTime,
  'siwx/too-old': wrongTime,
  'siwx/not-yet-valid': wrongTime,
  'siwx/expired': wrongTime,
  'siwx/invalid-signature': otherMessage,
  'siwx/unverifiable': unverified,
  'siwx/other-user': '다른 사용자의 계정입니다. 로그아웃한 다음 이 계정으로만 로그인하세요.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': notStarted,
  'siwx/no-message-params': notStarted,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': notStarted,
  'name/resolve-failed': '이름을 찾지 못했습니다. 철자를 확인하거나 나중에 다시 시도하세요.',
  'name/needs-gateway':
    '이 이름의 주소는 네트워크 밖에 보관되어 있으며 이 페이지는 다른 서버에 조회하지 않습니다. 대신 주소를 입력하세요.',
  'name/suggestions-failed': '추천 이름을 불러오지 못했습니다. 나중에 다시 시도하세요.',
  'name/reverse-failed': '주소의 이름을 찾지 못했습니다. 나중에 다시 시도하세요.',
  'name/register-failed': '이름이 등록되지 않았습니다. 다른 이름을 선택하거나 나중에 다시 시도하세요.',
  'name/network-not-found': '이름을 등록할 네트워크가 없습니다. 먼저 네트워크를 선택하세요.',
  'name/connector-not-found':
    '이름은 내장 지갑으로 등록하는데 내장 지갑이 연결되어 있지 않습니다. 먼저 이메일이나 소셜 계정으로 연결하세요.',
  'swap/gas-price-unsupported':
    '서비스에 이 네트워크의 가스 가격이 없습니다. 스왑을 지원하는 네트워크로 전환하세요.',
  'swap/unsupported': '이 네트워크에서는 스왑할 수 없습니다. 스왑을 지원하는 네트워크로 전환하세요.',
  'swap/no-address': 'EVM 네트워크의 계정이 연결되어 있지 않습니다. 먼저 지갑을 연결하세요.',
  'swap/initialize-failed': '스왑할 수 있는 토큰을 불러오지 못했습니다. 잠시 후 다시 시도하세요.',
  'swap/price-failed': '토큰 가격을 불러오지 못했습니다. 스왑에는 필요하지 않습니다. 토큰 수량을 비교하세요.',
  'swap/no-quote':
    '이 수량과 조합으로는 스왑할 수 없습니다. 올바른 수량을 입력하거나 다른 토큰을 선택하세요.',
  'swap/allowance-failed': '교환 컨트랙트의 토큰 사용 한도를 읽지 못했습니다. 잠시 후 다시 시도하세요.',
  'swap/approval-failed':
    '스왑에 필요한 승인을 만들지 못했습니다. 서명된 것은 없습니다. 잠시 후 다시 시도하세요.',
  'swap/build-failed': '스왑을 만들지 못했습니다. 서명된 것은 없습니다. 잠시 후 다시 시도하세요.',
  'swap/mismatch':
    '스왑 서비스의 견적이나 거래가 요청과 다릅니다. 지갑에 서명을 요청하지 않았습니다. 이 스왑 서비스를 사용하지 말고 사이트 운영자에게 이 코드를 알려 주세요.',
  'swap/changed':
    '확인 화면보다 받을 수량이 적거나 비용이 많아졌습니다. 지갑에 서명을 요청하지 않았습니다. 새 수량과 수수료를 확인한 다음 스왑하세요.',
  'swap/shortfall':
    '스왑은 완료되었지만 합의한 최소 수량보다 적게 도착했습니다. 거래 해시를 보관하고 스왑 서비스 운영자에게 알려 주세요.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace': '세션은 EVM 네트워크에서만 작동합니다. 먼저 EVM 지갑을 연결하세요.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    '이 지갑은 이 권한을 지원하지 않습니다. 권한 없이 계속하거나 다른 지갑을 연결하세요.',
  'permissions/no-response':
    '지갑이 무엇을 허용했는지 알려 주지 않았습니다. 지갑의 세션을 확인한 다음 다시 시도하세요.',
  'permissions/invalid-response':
    '지갑이 무엇을 허용했는지 알 수 없습니다. 지갑에서 세션을 해지하거나 다른 지갑을 사용하세요.',
  'permissions/other-grant': '지갑이 요청과 다른 세션을 허용했습니다. 지갑에서 해지한 다음 다시 시도하세요.',
  'permissions/unknown': '이 계정에 없는 세션입니다. 목록을 다시 여세요.',
  'permissions/list-failed': '다른 곳에서 허용한 세션을 불러오지 못했습니다. 나중에 다시 시도하세요.',
  'permissions/revoke-failed': '세션이 아직 활성 상태입니다. 다시 시도하거나 지갑에서 해지하세요.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': '지갑이 공개 키를 반환하지 않았습니다. 지갑에서 계정을 선택하세요.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found': '네트워크에 존재하지 않는 계정입니다. 계정에 입금하거나 주소를 확인하세요.',
  'solana/address-not-found': '지갑이 주소를 반환하지 않았습니다. 지갑에서 계정을 선택하세요.',
  'solana/empty-result':
    '지갑이 아무것도 반환하지 않았습니다. 다시 시도하세요. 문제가 계속되면 지갑을 업데이트하세요.',
  'solana/invalid-chain-id': '지갑에 이 네트워크가 없습니다. 지갑이 지원하는 네트워크를 선택하세요.',
  'solana/invalid-transactions': '지갑이 잘못된 응답을 보냈습니다. 다른 지갑을 사용하세요.',
  'solana/version-unsupported': '지갑이 이 유형의 거래에 서명할 수 없습니다. 다른 지갑을 사용하세요.',
  'flow/aborted': '취소되었습니다. 언제든지 다시 시작할 수 있습니다.',
  'flow/superseded': '새로운 요청으로 대체되어 그 요청이 계속됩니다.',
  'internal/unexpected':
    '예기치 못한 문제가 발생했습니다. 다시 시도하세요. 문제가 계속되면 사이트 운영자에게 이 코드를 알려 주세요.',
}
