import type { ErrorTexts } from '../strings.ts'

const mistake = 'このページに誤りがあります。このコードをサイトの運営者にお知らせください。'
const connectFirst = '先にウォレットを接続してください。'
const setUp = 'このページはこの機能の設定ができていません。このコードをサイトの運営者にお知らせください。'
const notUsed = 'このページはそのネットワークに対応していません。一覧から選択してください。'
const networkSetUp =
  'このページはこのネットワークの設定ができていません。このコードをサイトの運営者にお知らせください。'
const together = 'このウォレットは、これらの手順をまとめて実行できません。別のウォレットをお試しください。'
const usedEarly = '接続する前にウォレットが使われました。先にウォレットを接続してください。'
const unusable = 'ウォレットまたはネットワークから無効な応答が届きました。後でもう一度お試しください。'
const server = 'このページに必要なサーバーでエラーが起きました。しばらくしてから、もう一度お試しください。'
const frame = 'このページのウォレットから応答がありません。もう一度お試しください。'
const signIn = 'まだサインインできません。先にウォレットを接続し、ネットワークを選択してください。'
const notStarted = 'サインインを開始できませんでした。しばらくしてから、もう一度お試しください。'
const otherMessage =
  '署名がこのページの依頼と一致しないため、サインインしていません。もう一度お試しください。'
const wrongTime =
  'サインインの時刻が正しくないため、サインインしていません。この端末の時計を確認し、もう一度お試しください。'
const unverified = 'サインインを検証できませんでした。後でもう一度お試しください。'

/** What each error code means to a visitor. */
export const japaneseErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    '入力項目が拒否されました。どの項目か、その理由はメッセージに書かれています。その項目を修正してください。',
  'validation/invalid-amount':
    '数量が小数として正しくないか、資産の小数点以下の桁数を超えています。0.25のように、小数点は1つまで、資産の桁数以内で入力してください。',
  'validation/invalid-address':
    'このネットワークのアドレスとして正しくないか、入力ミスがあります。手で直さず、元の場所からもう一度コピーしてください。',
  'validation/amount-and-receiver-required':
    '数量または送金先がありません。数量と送金先のアドレスを入力してください。',
  'validation/token-required': 'トークンが選択されていません。送金するトークンを選択してください。',
  'validation/unsupported-chain':
    'このネットワークでは送金できません。別のネットワークに切り替えてください。',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'アドレスがご存じのものに似た別のアドレスか、鍵を持つ人のいないアドレスです。すべての文字を照合してから確認してください。',
  'validation/insufficient-balance':
    'アカウントの残高が、数量と手数料の合計に足りません。数量を減らすか、先に入金してください。',
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
    'ウォレットにこのネットワークがなく、追加もされませんでした。ウォレットに追加してから、もう一度切り替えてください。',
  'network/switch-failed':
    'ウォレットに切り替えを依頼しましたが、別のネットワークのままです。ウォレットでネットワークを切り替えてください。',
  'network/invalid-chain-id':
    'ウォレットのチェーンIDが数値でないか、指定したIDをウォレットが拒否しました。ウォレットでネットワークを切り替えてください。繰り返す場合は、ウォレットの開発元にお知らせください。',
  'network/wrong-chain':
    'ウォレットのネットワークがリクエストと異なります。何も送信されていません。ウォレットを正しいネットワークに切り替えて、もう一度お試しください。',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': '接続が終了しました。ウォレットをもう一度接続してください。',
  'connection/no-accounts':
    'ウォレットにこのネットワークのアカウントがありません。ウォレットで作成または選択してください。',
  'connection/account-not-connected':
    'ウォレットはこのアカウントを共有していません。ウォレットでこのアカウントを選択するか、接続済みのアカウントをお使いください。',
  'connection/connector-not-found':
    'ウォレットが見つかりません。無効になっている可能性があります。インストールまたは有効にしてから、ページを再読み込みしてください。',
  'connection/provider-not-found':
    'ウォレットは検出されましたが、プロバイダーがありません。ページを再読み込みしてください。繰り返す場合は、ウォレットを再インストールしてください。',
  'connection/namespace-not-configured':
    'ウォレットはこのネットワークに接続されていません。もう一度接続し、このネットワークを許可してください。',
  'connection/failed':
    'ウォレットを接続できませんでした。もう一度お試しください。繰り返す場合は、ウォレットを再起動してください。',
  'connection/disconnect-failed':
    'このページの接続は解除されましたが、確認の取れないウォレットがあります。ウォレット側でも接続を削除してください。',
  'connection/walletconnect-not-found':
    'このページはWalletConnectの設定ができていません。別のウォレットを選択してください。',
  'connection/pairing-expired':
    'ペアリングのリンクが時間内に使われませんでした。接続をやり直し、新しいコードをスキャンしてください。',
  'connection/pairing-attempts':
    'ペアリングのリンクが使われないまま期限切れになり、何度か更新されました。ウォレットの準備ができてから、もう一度接続してください。',
  'connection/relay-unreachable':
    'このページとウォレットをつなぐサーバーから応答がありません。このページでコンテンツブロッカーをオフにして、もう一度お試しください。',
  'session/expired':
    '接続が有効ではありません。多くは時計のずれが原因です。端末の時刻設定を確認し、もう一度接続してください。',
  'wallet/user-rejected':
    'ウォレットでリクエストを拒否しました。何も行われていません。いつでもやり直せます。',
  'wallet/unauthorized':
    'ウォレットは、このサイトからのリクエストを許可していません。ウォレットをもう一度接続し、そこで許可してください。',
  'wallet/disconnected':
    'ウォレットがどのチェーンにもつながっていません。ウォレットのネットワークを確認し、もう一度お試しください。',
  'wallet/chain-disconnected':
    'ウォレットがこのチェーンにつながっていません。ウォレットでネットワークを切り替えるか、復旧するまでお待ちください。',
  'wallet/request-pending':
    'ウォレットに以前のリクエストが残っています。ウォレットを開いて、未処理のリクエストに応答してください。',
  'wallet/invalid-answer':
    'ウォレットから無効な応答が届いたため、使用しませんでした。ウォレットを更新してください。',
  'wallet/closed-during-request':
    'リクエストの処理中にウォレットの接続が切れました。まだ実行される可能性があります。やり直す前に、実行されたかどうかをウォレットで確認してください。',
  'wallet/timeout':
    '時間内にウォレットの応答がありませんでした。まだ実行される可能性があります。やり直す前に、リクエストが残っていないかウォレットで確認してください。',
  'wallet/request-expired':
    'ウォレットで応答する前に、リクエストの期限が切れました。もう一度試し、5分以内にウォレットで応答してください。',
  'wallet/answer-missed':
    'ページが長時間休止していたか、ウォレットとの接続が切れたため、ウォレットの応答を受け取れなかった可能性があります。やり直す前に、リクエストが実行されたかどうかをウォレットで確認してください。',
  'wallet/send-in-progress':
    '同じアカウントの前の取引がまだ応答待ちです。先にウォレットでその取引に応答してください。',
  'wallet/send-spent':
    'これはすでにウォレットに送信済みのため、二重には送信されません。完了したか確認し、完了していなければ最初からやり直してください。',
  'wallet/fee-above-limit':
    'ネットワーク手数料が同意した額を超えたため、何も送信されていません。新しい手数料を確認するか、後でもう一度お試しください。',
  'wallet/feature-unsupported':
    'このウォレットは対応していません。更新するか、別のウォレットを選択してください。',
  'wallet/method-unsupported':
    'ウォレットが対応していないか、許可されていません。更新するか、別のウォレットを選択してください。',
  'wallet/transaction-altered':
    'ウォレットが、依頼とは異なる取引に署名しました。送信はされていません。もう一度お試しください。繰り返す場合は、ウォレットの開発元にお知らせください。',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    '必要なアカウントのアップグレードを拒否しました。ウォレットで承認してから、もう一度お試しください。',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'このブラウザーは Ledger に接続できません。パソコンの Chrome、Edge、Brave を使ってください。',
  'ledger/locked': 'Ledger がロックされています。ロックを解除してから、もう一度お試しください。',
  'ledger/wrong-app':
    'Ledger で別のアプリが開いています。Ledger でこのネットワークのアプリを開いてから、もう一度お試しください。',
  'ledger/unplugged':
    'Ledger の接続が切れました。接続してロックを解除し、アプリを開いてから、もう一度お試しください。',
  'ledger/other-account':
    'この Ledger のアカウントは、接続中のアカウントと異なります。もう一方の Ledger を接続するか、切断してからこの Ledger を接続してください。',
  'ledger/blind-signing-off':
    'Ledger はこのリクエストの詳細を表示できません。それでも署名するには、Ledger のアプリの設定で「Blind signing」をオンにしてください。',
  'adapter/unsupported': 'このウォレットは対応していません。別のウォレットをお使いください。',
  'adapter/wallet-not-ready':
    'ウォレットはインストール済みですが、ロック中か設定が済んでいません。ロックを解除して、もう一度お試しください。',
  'adapter/load-error':
    'ウォレットのコードを読み込めませんでした。ネットワークとコンテンツブロッカーを確認し、ページを再読み込みしてください。',
  'adapter/config-error':
    'ウォレットがこのページの設定を拒否しました。このコードをサイトの運営者にお知らせください。',
  'adapter/connection-error':
    'ウォレットへの接続に失敗したか、接続が切れました。ウォレットをもう一度接続してください。',
  'adapter/disconnected': 'ウォレットが接続を終了しました。もう一度接続してください。',
  'adapter/account-error':
    'ウォレットのアカウントを読み取れませんでした。ウォレットでアカウントを選択し、もう一度お試しください。',
  'adapter/public-key-error':
    'ウォレットの公開鍵を読み取れませんでした。ウォレットで別のアカウントを選択するか、ウォレットを更新してください。',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'ウォレットは取引を受け付けましたが、送信できませんでした。ウォレットで状況を確認してから、もう一度お試しください。',
  'adapter/sign-transaction-error': 'ウォレットが取引に署名できませんでした。もう一度お試しください。',
  'adapter/sign-message-error': 'ウォレットがメッセージに署名できませんでした。もう一度お試しください。',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported':
    'ウォレットまたはネットワークが対応していません。別のウォレットをお使いください。',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'ネットワークのサーバーはこのデータを保持していません。後でもう一度お試しください。',
  'rpc/refused': 'ネットワークのサーバーがこのページを拒否しました。後でもう一度お試しください。',
  'rpc/transaction-rejected':
    'ネットワークが取引を拒否しました。何も送信されていません。もう一度お試しください。',
  'rpc/limit-exceeded': 'ネットワークが混み合っています。しばらく待ってから、もう一度お試しください。',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed':
    'このウォレットはこのリクエストに対応していません。別のウォレットをお使いください。',
  'rpc/unreachable':
    'ネットワークのサーバーに接続できないか、ウェブページからの利用が拒否されました。しばらくしてから、もう一度お試しください。',
  'rpc/maybe-sent':
    '取引はすでに送信された可能性があります。もう一度送信する前に、アクティビティを確認してください。',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': '取引の最大手数料がノードの上限を超えています。手数料を下げてください。',
  'node/fee-cap-too-low':
    '取引の最大手数料がブロックの基本手数料を下回っています。手数料を上げるか、基本手数料が下がるまでお待ちください。',
  'node/nonce-too-high':
    'この取引より前の取引がまだありません。前の取引を待つか、ウォレットでアカウントの履歴をリセットしてください。',
  'node/nonce-too-low':
    'このナンスの取引はすでに送信されています。この取引自体かもしれません。もう一度送信する前に、取引がチェーンに取り込まれたか確認してください。',
  'node/nonce-max': 'このアカウントではこれ以上取引を送信できません。別のアカウントをお使いください。',
  'node/insufficient-funds':
    'アカウントの残高が、数量と最大手数料の合計に足りません。入金するか、数量を減らしてください。',
  'node/intrinsic-gas-too-high':
    '取引のガスリミットがブロックの上限を超えています。ガスリミットを下げてください。',
  'node/intrinsic-gas-too-low':
    'ガスリミットが取引のデータに対して低すぎます。ガスリミットを上げるか、空欄にして自動計算にしてください。',
  'node/transaction-type-unsupported':
    'このネットワークはこの種類の取引に対応していません。このコードをサイトの運営者にお知らせください。',
  'node/tip-above-fee-cap':
    '優先手数料が最大手数料を上回っています。優先手数料を下げるか、最大手数料を上げてください。',
  'node/execution-reverted':
    'コントラクトの処理が取り消されました。理由がある場合は、メッセージに含まれています。関数と引数を確認してください。残高や使用許可額の不足、引数の誤りが原因であることがよくあります。',
  'node/bad-signature':
    'この署名は、このネットワークのこの取引に対する送信者の署名ではありません。もう一度署名してください。繰り返す場合、ウォレットが別のネットワークやランタイムのバージョン向けに署名している可能性があります。',
  'node/transaction-expired':
    '署名した取引は一定のブロック数だけ有効ですが、その期限を過ぎました。何も送信されていません。もう一度送信し、早めにウォレットで確認してください。',
  'node/transaction-failed':
    '取引が失敗したか、期限切れになりました。ブロックに取り込まれた場合は、ネットワーク手数料だけが支払われています。',
  'node/transaction-replaced':
    '別の取引に置き換わったため、この取引は実行されません。代わりに何が送信されたか、ウォレットで確認してください。',
  'node/transaction-unknown':
    'この取引を示すノードがありません。まだ届く可能性があるため、エクスプローラーで確認するまで再送信しないでください。',
  'node/fee-too-low': 'ネットワーク手数料が低すぎます。手数料を上げて、もう一度送信してください。',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'このページのウォレットを読み込めませんでした。コンテンツブロッカーを確認し、ページを再読み込みしてください。',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': '入力内容が不足しているか、正しくありません。修正して、もう一度お試しください。',
  'frame/taken':
    'このページではすでにウォレットが開いています。もう一方のログインを閉じるか、ページを再読み込みしてください。',
  'frame/failed': 'このページのウォレットがリクエストを拒否しました。もう一度お試しください。',
  'social/popup-failed':
    'プロバイダーでのログインに必要なウィンドウが、ここでは使えません。メールまたはウォレットをお使いください。',
  'social/popup-blocked':
    'ブラウザがウィンドウを開きませんでした。このページのポップアップを許可して、もう一度お試しください。',
  'social/no-redirect':
    'ウォレットからログイン先の案内がありませんでした。もう一度お試しいただくか、別の方法でログインしてください。',
  'social/timed-out': '時間内にプロバイダーにつながりませんでした。もう一度お試しください。',
  'social/untrusted-origin':
    'ウィンドウが別のサイトに移動したため、情報は受け取っていません。もう一度お試しください。',
  'social/popup-closed': '完了する前にウィンドウが閉じられました。準備ができたらもう一度お試しください。',
  'frame/window-blocked':
    'ウォレットのウィンドウが開きませんでした。このページのポップアップを許可して、もう一度お試しください。',
  'frame/cooldown': '先ほどメールを送信しました。1分待ってから、もう一度お試しください。',
  'data/balances-failed': '残高を読み込めませんでした。30秒後にもう一度お試しください。',
  'data/history-failed': '取引を読み込めませんでした。後でもう一度お試しください。',
  'onramp/unsupported':
    'プロバイダーはこのネットワークに対応していません。別のネットワークかプロバイダーを選択してください。',
  'onramp/invalid-link':
    'プロバイダーのページを開けませんでした。何も購入されていません。もう一度お試しいただくか、別のプロバイダーを選択してください。',
  'onramp/no-price':
    'プロバイダーからこの金額の価格が提示されませんでした。もう一度お試しいただくか、プロバイダーのページで金額を選択してください。',
  'onramp/amount-out-of-range': '金額がプロバイダーの範囲外です。別の金額を選択してください。',
  'onramp/timed-out':
    'プロバイダーから購入の報告が届いていません。支払い済みの場合、トークンは届きます。再度購入する前に、そちらで購入履歴を確認してください。',
  'siwx/not-enabled': 'このページはサインインを使用していません。',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined':
    '署名されなかったため、サインインしていません。準備ができたらもう一度お試しください。',
  'siwx/smart-account':
    'このページは、この種類のアカウントに対応していない可能性があります。別のアカウントをお使いください。',
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
  'siwx/other-user':
    'このアカウントは別のユーザーのものです。サインアウトしてから、このアカウントだけでサインインしてください。',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': notStarted,
  'siwx/no-message-params': notStarted,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': notStarted,
  'name/resolve-failed': '名前を検索できませんでした。つづりを確認するか、後でもう一度お試しください。',
  'name/needs-gateway':
    'この名前のアドレスはネットワークの外に保管されており、このページは他のサーバーに問い合わせません。代わりにアドレスを入力してください。',
  'name/suggestions-failed': '名前の候補を読み込めませんでした。後でもう一度お試しください。',
  'name/reverse-failed': 'アドレスの名前を検索できませんでした。後でもう一度お試しください。',
  'name/register-failed': '名前は登録されませんでした。別の名前を選ぶか、後でもう一度お試しください。',
  'name/network-not-found': '名前を登録するネットワークがありません。先にネットワークを選択してください。',
  'name/connector-not-found':
    '名前の登録には内蔵ウォレットが必要ですが、接続されていません。先にメールまたはソーシャルアカウントで接続してください。',
  'swap/gas-price-unsupported':
    'サービスにこのネットワークのガス価格がありません。スワップ対応のネットワークに切り替えてください。',
  'swap/unsupported':
    'このネットワークではスワップできません。スワップ対応のネットワークに切り替えてください。',
  'swap/no-address': 'EVMネットワークのアカウントが接続されていません。先にウォレットを接続してください。',
  'swap/initialize-failed':
    'スワップできるトークンを読み込めませんでした。しばらくしてから、もう一度お試しください。',
  'swap/price-failed':
    'トークンの価格を読み込めませんでした。スワップには影響しません。トークンの数量を比べてください。',
  'swap/no-quote':
    'この数量と組み合わせではスワップできません。正しい数量を入力するか、別のトークンを選択してください。',
  'swap/allowance-failed':
    '交換コントラクトへの使用許可額を読み取れませんでした。しばらくしてから、もう一度お試しください。',
  'swap/approval-failed':
    'スワップに必要な承認を作成できませんでした。何も署名されていません。しばらくしてから、もう一度お試しください。',
  'swap/build-failed':
    'スワップを作成できませんでした。何も署名されていません。しばらくしてから、もう一度お試しください。',
  'swap/mismatch':
    'スワップサービスの見積もりまたは取引が依頼と異なります。ウォレットに署名は求めていません。このスワップサービスは使わず、このコードをサイトの運営者にお知らせください。',
  'swap/changed':
    '確認画面の表示より、受け取る量が少なくなるか、費用が高くなります。ウォレットに署名は求めていません。新しい数量と手数料を確認してから、スワップしてください。',
  'swap/shortfall':
    'スワップは完了しましたが、届いた量は合意した最低量を下回りました。取引のハッシュを控え、スワップサービスの運営者にお知らせください。',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'セッションはEVMネットワークでのみ使えます。先にEVM対応のウォレットを接続してください。',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'このウォレットはこの権限に対応していません。権限なしで続けるか、別のウォレットを接続してください。',
  'permissions/no-response':
    'ウォレットから、許可した内容の回答がありませんでした。ウォレットのセッションを確認し、もう一度お試しください。',
  'permissions/invalid-response':
    'ウォレットが何を許可したか不明です。ウォレットでセッションを取り消すか、別のウォレットをお使いください。',
  'permissions/other-grant':
    'ウォレットが、依頼とは異なるセッションを許可しました。ウォレットで取り消してから、もう一度お試しください。',
  'permissions/unknown': 'このアカウントにこのセッションはありません。一覧をもう一度開いてください。',
  'permissions/list-failed':
    '別の場所で許可したセッションを読み込めませんでした。後でもう一度お試しください。',
  'permissions/revoke-failed':
    'セッションはまだ有効です。もう一度お試しいただくか、ウォレットで取り消してください。',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key':
    'ウォレットから公開鍵が返されませんでした。ウォレットでアカウントを選択してください。',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found':
    'このアカウントはネットワークに存在しません。アカウントに入金するか、アドレスを確認してください。',
  'solana/address-not-found':
    'ウォレットからアドレスが返されませんでした。ウォレットでアカウントを選択してください。',
  'solana/empty-result':
    'ウォレットから何も返されませんでした。もう一度お試しください。繰り返す場合は、ウォレットを更新してください。',
  'solana/invalid-chain-id':
    'ウォレットにこのネットワークがありません。ウォレットが対応しているネットワークを選択してください。',
  'solana/invalid-transactions': 'ウォレットから無効な応答が届きました。別のウォレットをお使いください。',
  'solana/version-unsupported':
    'このウォレットはこの種類の取引に署名できません。別のウォレットをお使いください。',
  'flow/aborted': 'キャンセルされました。いつでもやり直せます。',
  'flow/superseded': '新しいリクエストに置き換わり、そちらが続行されています。',
  'internal/unexpected':
    '予期しない問題が起きました。もう一度お試しください。繰り返す場合は、このコードをサイトの運営者にお知らせください。',
}
