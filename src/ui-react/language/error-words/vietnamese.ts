import type { ErrorTexts } from '../strings.ts'

const mistake = 'Trang này đã mắc lỗi. Hãy báo mã này cho chủ trang web.'
const connectFirst = 'Hãy kết nối ví trước.'
const setUp = 'Trang này chưa được thiết lập cho việc này. Hãy báo mã này cho chủ trang web.'
const notUsed = 'Trang này không hỗ trợ mạng đó. Hãy chọn một mạng trong danh sách.'
const networkSetUp = 'Trang này chưa được thiết lập cho mạng này. Hãy báo mã này cho chủ trang web.'
const together = 'Ví không thể thực hiện các bước này cùng lúc. Hãy thử ví khác.'
const usedEarly = 'Ví đã được dùng trước khi kết nối. Hãy kết nối ví trước.'
const unusable = 'Ví hoặc mạng đã gửi phản hồi không hợp lệ. Hãy thử lại sau.'
const server = 'Một máy chủ mà trang này cần đã gặp lỗi. Hãy thử lại sau giây lát.'
const frame = 'Ví trong trang này không phản hồi. Hãy thử lại.'
const signIn = 'Bạn chưa thể đăng nhập. Hãy kết nối ví và chọn mạng trước.'
const notStarted = 'Không thể bắt đầu đăng nhập. Hãy thử lại sau giây lát.'
const otherMessage = 'Chữ ký không khớp với yêu cầu của trang này nên bạn chưa đăng nhập. Hãy thử lại.'
const wrongTime =
  'Thời gian đăng nhập không đúng nên bạn chưa đăng nhập. Hãy kiểm tra đồng hồ của thiết bị này rồi thử lại.'
const unverified = 'Không xác minh được lượt đăng nhập. Hãy thử lại sau.'

/** What each error code means to a visitor. */
export const vietnameseErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Một trường bị từ chối; thông báo nêu rõ trường nào và lý do. Hãy sửa trường đó.',
  'validation/invalid-amount':
    'Số lượng không phải là số thập phân hợp lệ hoặc có nhiều chữ số thập phân hơn tài sản cho phép. Hãy nhập chữ số với tối đa một dấu chấm và không quá số chữ số thập phân của tài sản, ví dụ 0.25.',
  'validation/invalid-address':
    'Đây không phải địa chỉ hợp lệ trên mạng này hoặc bị gõ sai. Hãy sao chép lại từ nguồn; đừng tự sửa.',
  'validation/amount-and-receiver-required':
    'Thiếu số lượng hoặc người nhận. Hãy nhập số lượng và địa chỉ người nhận.',
  'validation/token-required': 'Chưa chọn token. Hãy chọn token cần gửi.',
  'validation/unsupported-chain': 'Không thể gửi trên mạng này. Hãy chuyển sang mạng khác.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'Địa chỉ giống một địa chỉ bạn biết nhưng khác, hoặc không ai giữ khóa của địa chỉ này. Hãy so sánh từng ký tự rồi xác nhận.',
  'validation/insufficient-balance':
    'Số dư tài khoản ít hơn tổng số lượng và phí. Hãy gửi ít hơn hoặc nạp thêm tiền trước.',
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
  'network/not-added': 'Ví không có mạng này và mạng chưa được thêm. Hãy thêm mạng trong ví rồi chuyển lại.',
  'network/switch-failed': 'Ví đã được yêu cầu chuyển nhưng vẫn ở mạng khác. Hãy đổi mạng ngay trong ví.',
  'network/invalid-chain-id':
    'ID chuỗi của ví không phải là số, hoặc ví từ chối ID được yêu cầu. Hãy đổi mạng ngay trong ví; nếu vẫn xảy ra, hãy báo cho nhà phát triển ví.',
  'network/wrong-chain':
    'Ví đang ở mạng khác với yêu cầu. Không có gì được gửi. Hãy chuyển ví sang đúng mạng rồi thử lại.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'Kết nối đã kết thúc. Hãy kết nối lại ví.',
  'connection/no-accounts': 'Ví không có tài khoản cho mạng này. Hãy tạo hoặc chọn một tài khoản trong ví.',
  'connection/account-not-connected':
    'Ví không chia sẻ tài khoản này. Hãy chọn tài khoản trong ví hoặc dùng tài khoản đã kết nối.',
  'connection/connector-not-found':
    'Không tìm thấy ví; có thể ví đã bị tắt. Hãy cài đặt hoặc bật ví rồi tải lại trang.',
  'connection/provider-not-found':
    'Ví đã xuất hiện nhưng không cung cấp giao diện kết nối. Hãy tải lại trang; nếu vẫn xảy ra, hãy cài đặt lại ví.',
  'connection/namespace-not-configured':
    'Ví chưa kết nối trên mạng này. Hãy kết nối lại và cho phép mạng này.',
  'connection/failed': 'Không thể kết nối ví. Hãy thử lại; nếu vẫn xảy ra, hãy khởi động lại ví.',
  'connection/disconnect-failed':
    'Trang đã ngắt kết nối, nhưng ít nhất một ví chưa xác nhận. Hãy xóa kết nối trong cả ví.',
  'connection/walletconnect-not-found': 'Trang này chưa được thiết lập cho WalletConnect. Hãy chọn ví khác.',
  'connection/pairing-expired':
    'Liên kết ghép nối không được dùng kịp thời. Hãy bắt đầu kết nối lại và quét mã mới.',
  'connection/pairing-attempts':
    'Liên kết ghép nối đã hết hạn và được làm mới nhiều lần mà chưa dùng. Hãy kết nối lại khi ví đã sẵn sàng.',
  'connection/relay-unreachable':
    'Máy chủ giữa trang này và ví không phản hồi. Hãy tắt trình chặn nội dung cho trang này rồi thử lại.',
  'session/expired':
    'Kết nối không hợp lệ, thường là do đồng hồ sai. Hãy kiểm tra cài đặt giờ của thiết bị rồi kết nối lại.',
  'wallet/user-rejected':
    'Bạn đã từ chối yêu cầu trong ví. Chưa có gì được thực hiện; bạn có thể thử lại bất cứ lúc nào.',
  'wallet/unauthorized': 'Ví không cho phép yêu cầu này từ trang này. Hãy kết nối lại ví và cho phép tại đó.',
  'wallet/disconnected': 'Ví không kết nối với chuỗi nào. Hãy kiểm tra mạng của ví rồi thử lại.',
  'wallet/chain-disconnected':
    'Ví không kết nối với chuỗi này. Hãy đổi mạng trong ví hoặc đợi đến khi có thể kết nối lại.',
  'wallet/request-pending': 'Ví vẫn đang hiện một yêu cầu trước đó. Hãy mở ví và trả lời yêu cầu đang chờ.',
  'wallet/invalid-answer': 'Ví đã gửi phản hồi không hợp lệ nên không được dùng. Hãy cập nhật ví.',
  'wallet/closed-during-request':
    'Ví đã ngắt kết nối khi yêu cầu đang mở và vẫn có thể thực hiện yêu cầu. Trước khi thử lại, hãy kiểm tra trong ví xem yêu cầu đã được thực hiện chưa.',
  'wallet/timeout':
    'Ví không phản hồi kịp thời và vẫn có thể thực hiện yêu cầu. Trước khi thử lại, hãy kiểm tra trong ví xem có yêu cầu nào đang chờ không.',
  'wallet/request-expired':
    'Yêu cầu đã hết hạn trước khi được trả lời trong ví. Hãy thử lại và trả lời trong ví trong vòng năm phút.',
  'wallet/answer-missed':
    'Trang đã ngủ quá lâu hoặc mất kết nối với ví nên có thể đã bỏ lỡ phản hồi của ví. Trước khi thử lại, hãy kiểm tra trong ví xem yêu cầu đã được thực hiện chưa.',
  'wallet/send-in-progress':
    'Một giao dịch trước đó của cùng tài khoản chưa được trả lời. Hãy trả lời giao dịch đó trong ví trước.',
  'wallet/send-spent':
    'Nội dung này đã được gửi đến ví và không gửi hai lần. Hãy kiểm tra xem đã thành công chưa; nếu chưa, hãy bắt đầu lại.',
  'wallet/fee-above-limit':
    'Phí mạng cao hơn mức bạn đã đồng ý nên chưa gửi gì cả. Hãy xem lại phí mới hoặc thử lại sau.',
  'wallet/feature-unsupported': 'Ví không hỗ trợ việc này. Hãy cập nhật ví hoặc chọn ví khác.',
  'wallet/method-unsupported':
    'Ví không hỗ trợ hoặc không được phép làm việc này. Hãy cập nhật ví hoặc chọn ví khác.',
  'wallet/transaction-altered':
    'Ví đã ký một giao dịch khác với yêu cầu. Giao dịch chưa được gửi. Hãy thử lại; nếu vẫn xảy ra, hãy báo cho nhà phát triển ví.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Bạn đã từ chối nâng cấp tài khoản cần cho việc này. Hãy chấp nhận trong ví rồi thử lại.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Trình duyệt này không kết nối được với Ledger. Hãy dùng Chrome, Edge hoặc Brave trên máy tính.',
  'ledger/locked': 'Ledger của bạn đang bị khóa. Hãy mở khóa rồi thử lại.',
  'ledger/wrong-app':
    'Một ứng dụng khác đang mở trên Ledger của bạn. Hãy mở ứng dụng của mạng này trên Ledger rồi thử lại.',
  'ledger/unplugged': 'Ledger của bạn đã bị ngắt kết nối. Hãy cắm lại, mở khóa, mở ứng dụng rồi thử lại.',
  'ledger/other-account':
    'Ledger này có tài khoản khác với tài khoản đã kết nối. Hãy cắm Ledger kia, hoặc ngắt kết nối rồi kết nối Ledger này.',
  'ledger/blind-signing-off':
    'Ledger của bạn không thể hiển thị chi tiết của yêu cầu này. Nếu vẫn muốn ký, hãy bật “Blind signing” trong cài đặt của ứng dụng trên Ledger.',
  'adapter/unsupported': 'Ví này không hỗ trợ việc này. Hãy dùng ví khác.',
  'adapter/wallet-not-ready':
    'Ví đã được cài đặt nhưng chưa mở khóa hoặc chưa thiết lập. Hãy mở khóa ví rồi thử lại.',
  'adapter/load-error':
    'Không tải được mã của ví. Hãy kiểm tra mạng và trình chặn nội dung rồi tải lại trang.',
  'adapter/config-error': 'Ví đã từ chối cấu hình của trang này. Hãy báo mã này cho chủ trang web.',
  'adapter/connection-error': 'Kết nối với ví thất bại hoặc bị mất. Hãy kết nối lại ví.',
  'adapter/disconnected': 'Ví đã kết thúc kết nối. Hãy kết nối lại ví.',
  'adapter/account-error': 'Không đọc được tài khoản của ví. Hãy chọn một tài khoản trong ví rồi thử lại.',
  'adapter/public-key-error':
    'Không đọc được khóa công khai của ví. Hãy chọn tài khoản khác trong ví hoặc cập nhật ví.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'Ví đã nhận giao dịch nhưng không gửi được. Hãy kiểm tra trạng thái trong ví rồi thử lại.',
  'adapter/sign-transaction-error': 'Ví không ký được giao dịch. Hãy thử lại.',
  'adapter/sign-message-error': 'Ví không ký được thông điệp. Hãy thử lại.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'Ví hoặc mạng không hỗ trợ việc này. Hãy dùng ví khác.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'Máy chủ của mạng không lưu dữ liệu này. Hãy thử lại sau.',
  'rpc/refused': 'Máy chủ của mạng từ chối trang này. Hãy thử lại sau.',
  'rpc/transaction-rejected': 'Mạng đã từ chối giao dịch. Không có gì được gửi. Hãy thử lại.',
  'rpc/limit-exceeded': 'Mạng đang bận. Hãy đợi một lát rồi thử lại.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Ví này không hỗ trợ yêu cầu này. Hãy dùng ví khác.',
  'rpc/unreachable':
    'Không thể kết nối với máy chủ của mạng, hoặc máy chủ từ chối trang web. Hãy thử lại sau giây lát.',
  'rpc/maybe-sent': 'Giao dịch có thể đã được gửi. Hãy kiểm tra hoạt động trước khi gửi lại.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': 'Phí tối đa của giao dịch vượt giới hạn của nút mạng. Hãy giảm phí.',
  'node/fee-cap-too-low':
    'Phí tối đa của giao dịch thấp hơn phí cơ sở của khối. Hãy tăng phí hoặc đợi phí cơ sở giảm.',
  'node/nonce-too-high':
    'Còn thiếu các giao dịch trước giao dịch này. Hãy đợi các giao dịch trước hoặc đặt lại lịch sử tài khoản trong ví.',
  'node/nonce-too-low':
    'Một giao dịch với nonce này đã được gửi; có thể chính là giao dịch này. Hãy kiểm tra giao dịch đã vào khối chưa trước khi gửi lại.',
  'node/nonce-max': 'Tài khoản không thể gửi thêm giao dịch. Hãy dùng tài khoản khác.',
  'node/insufficient-funds':
    'Số dư tài khoản không đủ cho số lượng và phí tối đa. Hãy nạp thêm tiền hoặc gửi ít hơn.',
  'node/intrinsic-gas-too-high':
    'Giới hạn gas của giao dịch vượt giới hạn của một khối. Hãy giảm giới hạn gas.',
  'node/intrinsic-gas-too-low':
    'Giới hạn gas quá thấp so với dữ liệu của giao dịch. Hãy tăng giới hạn gas hoặc để trống để được ước tính.',
  'node/transaction-type-unsupported':
    'Mạng không hỗ trợ loại giao dịch này. Hãy báo mã này cho chủ trang web.',
  'node/tip-above-fee-cap': 'Phí ưu tiên cao hơn phí tối đa. Hãy giảm phí ưu tiên hoặc tăng phí tối đa.',
  'node/execution-reverted':
    'Hợp đồng đã hoàn tác; thông báo có kèm lý do nếu hợp đồng đưa ra. Hãy kiểm tra hàm và tham số của hàm. Thường là số dư hoặc hạn mức chi tiêu quá thấp, hoặc tham số sai.',
  'node/bad-signature':
    'Chữ ký không phải của người gửi cho giao dịch này trên mạng này. Hãy ký lại; nếu vẫn xảy ra, ví có thể đang ký cho mạng khác hoặc phiên bản runtime khác.',
  'node/transaction-expired':
    'Giao dịch đã ký chỉ có hiệu lực trong một số khối, và số khối đó đã qua. Không có gì được gửi. Hãy gửi lại và xác nhận trong ví sớm hơn.',
  'node/transaction-failed':
    'Giao dịch thất bại hoặc đã hết hạn. Nếu đã vào khối thì phí mạng đã bị trừ; ngoài ra không có gì được chuyển.',
  'node/transaction-replaced':
    'Một giao dịch khác đã thế chỗ nên giao dịch này không thể diễn ra nữa. Hãy kiểm tra trong ví xem giao dịch nào đã được gửi thay.',
  'node/transaction-unknown':
    'Không nút mạng nào hiển thị giao dịch. Giao dịch vẫn có thể đến, vì vậy đừng gửi lại trước khi kiểm tra trình khám phá.',
  'node/fee-too-low': 'Phí mạng quá thấp. Hãy tăng phí rồi gửi lại.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Không tải được ví trong trang này. Hãy kiểm tra trình chặn nội dung rồi tải lại trang.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'Nội dung bạn nhập chưa đủ hoặc không hợp lệ. Hãy sửa rồi thử lại.',
  'frame/taken': 'Trang này đã mở một ví. Hãy đóng phần đăng nhập kia hoặc tải lại trang.',
  'frame/failed': 'Ví trong trang này đã từ chối yêu cầu. Hãy thử lại.',
  'social/popup-failed':
    'Đăng nhập qua nhà cung cấp cần mở cửa sổ, nhưng ở đây không mở được. Hãy dùng email hoặc ví.',
  'social/popup-blocked':
    'Trình duyệt không mở cửa sổ. Hãy cho phép cửa sổ bật lên cho trang này rồi thử lại.',
  'social/no-redirect': 'Ví không cho biết nơi đăng nhập. Hãy thử lại hoặc đăng nhập bằng cách khác.',
  'social/timed-out': 'Không kết nối được với nhà cung cấp kịp thời. Hãy thử lại.',
  'social/untrusted-origin': 'Cửa sổ đã chuyển đến trang khác nên không lấy gì từ đó. Hãy thử lại.',
  'social/popup-closed': 'Bạn đã đóng cửa sổ trước khi hoàn tất. Hãy thử lại khi bạn sẵn sàng.',
  'frame/window-blocked': 'Cửa sổ của ví không mở. Hãy cho phép cửa sổ bật lên cho trang này rồi thử lại.',
  'frame/cooldown': 'Chúng tôi vừa gửi email cho bạn. Hãy đợi một phút rồi thử lại.',
  'data/balances-failed': 'Không tải được số dư. Hãy thử lại sau nửa phút.',
  'data/history-failed': 'Không tải được giao dịch của bạn. Hãy thử lại sau.',
  'onramp/unsupported': 'Nhà cung cấp không hỗ trợ mạng này. Hãy chọn mạng hoặc nhà cung cấp khác.',
  'onramp/invalid-link':
    'Không mở được trang của nhà cung cấp. Chưa mua gì cả. Hãy thử lại hoặc chọn nhà cung cấp khác.',
  'onramp/no-price':
    'Nhà cung cấp không báo giá cho số tiền này. Hãy thử lại hoặc chọn số tiền trên trang của nhà cung cấp.',
  'onramp/amount-out-of-range': 'Số tiền nằm ngoài giới hạn của nhà cung cấp. Hãy chọn số tiền khác.',
  'onramp/timed-out':
    'Nhà cung cấp chưa báo về giao dịch mua. Nếu bạn đã trả tiền, token vẫn sẽ đến: hãy kiểm tra giao dịch mua tại đó trước khi mua lại.',
  'siwx/not-enabled': 'Trang này không dùng đăng nhập.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': 'Bạn chưa ký nên chưa đăng nhập. Hãy thử lại khi bạn sẵn sàng.',
  'siwx/smart-account': 'Trang này có thể không hỗ trợ loại tài khoản này. Hãy dùng tài khoản khác.',
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
    'Tài khoản này thuộc về người dùng khác. Hãy đăng xuất rồi chỉ đăng nhập bằng tài khoản này.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': notStarted,
  'siwx/no-message-params': notStarted,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': notStarted,
  'name/resolve-failed': 'Không tìm được tên. Hãy kiểm tra chính tả hoặc thử lại sau.',
  'name/needs-gateway':
    'Địa chỉ của tên này được lưu ngoài mạng và trang này không hỏi máy chủ khác. Hãy nhập địa chỉ.',
  'name/suggestions-failed': 'Không tải được gợi ý tên. Hãy thử lại sau.',
  'name/reverse-failed': 'Không tra được tên của địa chỉ. Hãy thử lại sau.',
  'name/register-failed': 'Tên chưa được đăng ký. Hãy chọn tên khác hoặc thử lại sau.',
  'name/network-not-found': 'Không có mạng để đăng ký tên. Hãy chọn mạng trước.',
  'name/connector-not-found':
    'Tên được đăng ký bằng ví tích hợp, nhưng ví này chưa kết nối. Hãy kết nối bằng email hoặc tài khoản mạng xã hội trước.',
  'swap/gas-price-unsupported':
    'Dịch vụ không có giá gas cho mạng này. Hãy chuyển sang mạng hỗ trợ hoán đổi.',
  'swap/unsupported': 'Không thể hoán đổi trên mạng này. Hãy chuyển sang mạng hỗ trợ hoán đổi.',
  'swap/no-address': 'Chưa kết nối tài khoản nào của mạng EVM. Hãy kết nối ví trước.',
  'swap/initialize-failed': 'Không tải được các token để hoán đổi. Hãy thử lại sau giây lát.',
  'swap/price-failed':
    'Không tải được giá token. Việc hoán đổi không cần giá này. Hãy so sánh số lượng token.',
  'swap/no-quote':
    'Không thể hoán đổi với số lượng và cặp token này. Hãy nhập số lượng hợp lệ hoặc chọn token khác.',
  'swap/allowance-failed': 'Không đọc được hạn mức chi tiêu của hợp đồng hoán đổi. Hãy thử lại sau giây lát.',
  'swap/approval-failed':
    'Không tạo được phê duyệt cần cho việc hoán đổi. Chưa ký gì cả. Hãy thử lại sau giây lát.',
  'swap/build-failed': 'Không tạo được lệnh hoán đổi. Chưa ký gì cả. Hãy thử lại sau giây lát.',
  'swap/mismatch':
    'Báo giá hoặc giao dịch của dịch vụ hoán đổi khác với yêu cầu. Ví chưa được yêu cầu ký. Đừng dùng dịch vụ hoán đổi này; hãy báo mã này cho chủ trang web.',
  'swap/changed':
    'Giờ bạn sẽ nhận ít hơn hoặc trả nhiều phí hơn so với lúc xem lại. Ví chưa được yêu cầu ký. Hãy xem số lượng và phí mới rồi hoán đổi.',
  'swap/shortfall':
    'Đã hoán đổi xong nhưng số nhận được ít hơn mức tối thiểu đã thỏa thuận. Hãy giữ mã băm giao dịch và báo cho bên vận hành dịch vụ hoán đổi.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace': 'Phiên chỉ hoạt động trên mạng EVM. Hãy kết nối ví EVM trước.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Ví này không hỗ trợ quyền đó. Hãy tiếp tục mà không có quyền này hoặc kết nối ví khác.',
  'permissions/no-response':
    'Ví không cho biết đã cấp quyền gì. Hãy kiểm tra các phiên trong ví rồi thử lại.',
  'permissions/invalid-response':
    'Không rõ ví đã cấp quyền gì. Hãy thu hồi phiên trong ví hoặc dùng ví khác.',
  'permissions/other-grant': 'Ví đã cấp một phiên khác với yêu cầu. Hãy thu hồi trong ví rồi thử lại.',
  'permissions/unknown': 'Tài khoản này không có phiên đó. Hãy mở lại danh sách.',
  'permissions/list-failed': 'Không tải được các phiên đã cấp ở nơi khác. Hãy thử lại sau.',
  'permissions/revoke-failed': 'Phiên vẫn đang hoạt động. Hãy thử lại hoặc thu hồi trong ví.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'Ví không trả về khóa công khai. Hãy chọn một tài khoản trong ví.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found':
    'Tài khoản không tồn tại trên mạng. Hãy nạp tiền vào tài khoản hoặc kiểm tra địa chỉ.',
  'solana/address-not-found': 'Ví không trả về địa chỉ. Hãy chọn một tài khoản trong ví.',
  'solana/empty-result': 'Ví không trả về gì cả. Hãy thử lại; nếu vẫn xảy ra, hãy cập nhật ví.',
  'solana/invalid-chain-id': 'Ví không có mạng này. Hãy chọn mạng mà ví hỗ trợ.',
  'solana/invalid-transactions': 'Ví đã gửi phản hồi không hợp lệ. Hãy dùng ví khác.',
  'solana/version-unsupported': 'Ví không thể ký loại giao dịch này. Hãy dùng ví khác.',
  'flow/aborted': 'Đã hủy. Bạn có thể bắt đầu lại bất cứ lúc nào.',
  'flow/superseded': 'Một yêu cầu mới hơn đã thay thế và đang tiếp tục.',
  'internal/unexpected':
    'Đã xảy ra lỗi ngoài dự kiến. Hãy thử lại; nếu vẫn xảy ra, hãy báo mã này cho chủ trang web.',
}
