import type { ErrorTexts } from '../strings.ts'

const mistake = 'Bu sayfa bir hata yaptı. Bu kodu site sahibine bildirin.'
const setUp = 'Bu sayfa bunun için ayarlanmamış. Bu kodu site sahibine bildirin.'
const networkSetUp = 'Bu sayfa bu ağ için ayarlanmamış. Bu kodu site sahibine bildirin.'
const connectFirst = 'Önce bir cüzdan bağlayın.'
const notUsed = 'Bu sayfa bu ağı desteklemiyor. Listesinden bir ağ seçin.'
const together = 'Cüzdan bu adımları birlikte yürütemiyor. Başka bir cüzdan deneyin.'
const unusable = 'Cüzdan veya ağ geçersiz bir yanıt gönderdi. Daha sonra tekrar deneyin.'
const server = 'Bu sayfanın ihtiyaç duyduğu bir sunucu hata verdi. Birazdan tekrar deneyin.'
const frame = 'Bu sayfadaki cüzdan yanıt vermedi. Tekrar deneyin.'
const signIn = 'Henüz giriş yapamazsınız. Önce bir cüzdan bağlayın ve bir ağ seçin.'
const usedEarly = 'Cüzdan bağlanmadan kullanıldı. Önce cüzdanı bağlayın.'
const signInFailed = 'Giriş başlatılamadı. Birazdan tekrar deneyin.'
const otherMessage = 'İmza bu sayfanın isteğiyle eşleşmiyor, bu nedenle giriş yapılmadı. Tekrar deneyin.'
const wrongTime =
  'Girişin saati yanlış, bu nedenle giriş yapılmadı. Bu cihazın saatini kontrol edin ve tekrar deneyin.'
const unverified = 'Girişiniz doğrulanamadı. Daha sonra tekrar deneyin.'

/** What each error code means to a visitor. */
export const turkishErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Bir alan reddedildi; mesaj hangisi olduğunu ve nedenini söyler. Mesajda adı geçen alanı düzeltin.',
  'validation/invalid-amount':
    'Tutar ondalık bir sayı değil veya varlıktan fazla ondalık içeriyor. En fazla bir nokta ve varlığın ondalık sayısı kadar hane girin, örneğin 0.25.',
  'validation/invalid-address':
    'Bu, bu ağda geçerli bir adres değil veya yazım hatası var. Kaynağından yeniden kopyalayın; elle düzeltmeyin.',
  'validation/amount-and-receiver-required': 'Tutar veya alıcı eksik. Tutarı ve alıcının adresini girin.',
  'validation/token-required': 'Token seçilmedi. Gönderilecek tokenı seçin.',
  'validation/unsupported-chain': 'Bu ağda gönderim yapılamıyor. Başka bir ağa geçin.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'Adres bildiğiniz bir adrese benziyor ama farklı veya anahtarı kimsede yok. Her karakteri karşılaştırın, ardından onaylayın.',
  'validation/insufficient-balance':
    'Hesaptaki bakiye tutar ve ücretin toplamından az. Daha az gönderin veya önce hesaba para ekleyin.',
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
  'network/not-added': 'Cüzdanda bu ağ yok ve eklenmedi. Ağı cüzdanda ekleyin, ardından yeniden geçin.',
  'network/switch-failed':
    'Cüzdandan geçmesi istendi ama hâlâ başka bir ağda. Ağı cüzdanın kendisinde değiştirin.',
  'network/invalid-chain-id':
    'Cüzdanın zincir kimliği bir sayı değil veya cüzdan istenen kimliği reddetti. Ağı cüzdanın kendisinde değiştirin; yine olursa cüzdanın geliştiricilerine bildirin.',
  'network/wrong-chain':
    'Cüzdan isteğinkinden farklı bir ağda. Hiçbir şey gönderilmedi. Cüzdanı beklenen ağa geçirin ve tekrar deneyin.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'Bağlantı sona erdi. Cüzdanı yeniden bağlayın.',
  'connection/no-accounts': 'Cüzdanda bu ağ için hesap yok. Cüzdanda bir hesap oluşturun veya seçin.',
  'connection/account-not-connected':
    'Cüzdan bu hesabı paylaşmıyor. Hesabı cüzdanda seçin veya bağlı bir hesap kullanın.',
  'connection/connector-not-found':
    'Cüzdan bulunamadı; devre dışı olabilir. Yükleyin veya etkinleştirin, ardından sayfayı yenileyin.',
  'connection/provider-not-found':
    'Cüzdan kendini sağlayıcı olmadan bildirdi. Sayfayı yenileyin; yine olursa cüzdanı yeniden yükleyin.',
  'connection/namespace-not-configured': 'Cüzdan bu ağda bağlı değil. Yeniden bağlayın ve bu ağa izin verin.',
  'connection/failed': 'Cüzdan bağlanamadı. Tekrar deneyin; yine olursa cüzdanı yeniden başlatın.',
  'connection/disconnect-failed':
    'Sayfanın bağlantısı kesildi ama en az bir cüzdan bunu doğrulamadı. Bağlantıyı cüzdanda da kaldırın.',
  'connection/walletconnect-not-found': 'Bu sayfa WalletConnect için ayarlanmamış. Başka bir cüzdan seçin.',
  'connection/pairing-expired':
    'Bağlantı kodu zamanında kullanılmadı. Yeniden başlayın ve yeni kodu tarayın.',
  'connection/pairing-attempts':
    'Bağlantı kodunun süresi kullanılmadan birkaç kez doldu ve yenilendi. Cüzdanınız hazır olduğunda yeniden bağlanın.',
  'connection/relay-unreachable':
    'Bu sayfa ile cüzdan arasındaki sunucu yanıt vermedi. Bu sayfa için içerik engelleyicileri kapatın, ardından tekrar deneyin.',
  'session/expired':
    'Bağlantı geçerli değil; bunun nedeni çoğu zaman yanlış bir saattir. Cihazınızın saat ayarlarını kontrol edin ve yeniden bağlanın.',
  'wallet/user-rejected':
    'İsteği cüzdanda reddettiniz. Hiçbir şey yapılmadı; istediğiniz zaman tekrar deneyebilirsiniz.',
  'wallet/unauthorized':
    'Cüzdan bu sitenin bu isteğine izin vermiyor. Cüzdanı yeniden bağlayın ve orada izin verin.',
  'wallet/disconnected':
    'Cüzdan hiçbir zincire bağlı değil. Cüzdanın ağını kontrol edin, ardından tekrar deneyin.',
  'wallet/chain-disconnected':
    'Cüzdan bu zincire bağlı değil. Ağı cüzdanda değiştirin veya yeniden ulaşılabilir olmasını bekleyin.',
  'wallet/request-pending':
    'Cüzdan hâlâ önceki bir isteği gösteriyor. Cüzdanı açın ve bekleyen isteği yanıtlayın.',
  'wallet/invalid-answer': 'Cüzdan geçersiz bir yanıt gönderdi ve yanıt kullanılmadı. Cüzdanı güncelleyin.',
  'wallet/closed-during-request':
    'Bir istek açıkken cüzdanın bağlantısı kesildi; cüzdan isteği hâlâ yerine getirebilir. Tekrar denemeden önce isteğin yerine getirilip getirilmediğini cüzdanda kontrol edin.',
  'wallet/timeout':
    'Cüzdan zamanında yanıt vermedi; isteği hâlâ yerine getirebilir. Tekrar denemeden önce cüzdanda bekleyen istek olup olmadığını kontrol edin.',
  'wallet/request-expired':
    'İsteğin süresi cüzdanda yanıtlanmadan doldu. Tekrar deneyin ve cüzdanda beş dakika içinde yanıtlayın.',
  'wallet/answer-missed':
    'Sayfa çok uzun süre uykudaydı veya cüzdanla bağlantısı koptu; cüzdanın yanıtı kaybolmuş olabilir. Tekrar denemeden önce isteğin yerine getirilip getirilmediğini cüzdanda kontrol edin.',
  'wallet/send-in-progress':
    'Aynı hesabın önceki bir işlemi henüz yanıtlanmadı. Önce cüzdanda o işlemi yanıtlayın.',
  'wallet/send-spent':
    'Bu zaten cüzdana gönderildi ve ikinci kez gönderilmez. Gerçekleşip gerçekleşmediğini kontrol edin; gerçekleşmediyse yeniden başlayın.',
  'wallet/fee-above-limit':
    'Ağ ücreti kabul ettiğinizden yüksek, bu nedenle hiçbir şey gönderilmedi. Yeni ücreti gözden geçirin veya daha sonra deneyin.',
  'wallet/feature-unsupported': 'Cüzdan bunu desteklemiyor. Cüzdanı güncelleyin veya başka bir cüzdan seçin.',
  'wallet/method-unsupported':
    'Cüzdan bunu desteklemiyor veya buna izin verilmedi. Cüzdanı güncelleyin veya başka bir cüzdan seçin.',
  'wallet/transaction-altered':
    'Cüzdan istenenden farklı bir işlem imzaladı. İşlem gönderilmedi. Tekrar deneyin; yine olursa cüzdanın geliştiricilerine bildirin.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Bunun gerektirdiği hesap yükseltmesini reddettiniz. Cüzdanda kabul edin, ardından tekrar deneyin.',
  'calls/not-atomic': together,
  'ledger/unavailable': "Bu tarayıcı bir Ledger'a erişemiyor. Bilgisayarda Chrome, Edge veya Brave kullanın.",
  'ledger/locked': "Ledger'ınız kilitli. Kilidini açıp yeniden deneyin.",
  'ledger/wrong-app':
    "Ledger'ınızda başka bir uygulama açık. Ledger'da bu ağın uygulamasını açıp yeniden deneyin.",
  'ledger/unplugged':
    "Ledger'ınızın bağlantısı kesildi. Takın, kilidini açın, uygulamayı açın ve yeniden deneyin.",
  'ledger/other-account':
    "Bu Ledger'daki hesap, bağlı olandan farklı. Diğer Ledger'ı takın ya da bağlantıyı kesip bunu bağlayın.",
  'ledger/blind-signing-off':
    "Ledger'ınız bu isteğin ayrıntılarını gösteremiyor. Yine de imzalamak için Ledger'daki uygulamanın ayarlarında “Blind signing” seçeneğini açın.",
  'adapter/unsupported': 'Bu cüzdan bunu desteklemiyor. Başka bir cüzdan kullanın.',
  'adapter/wallet-not-ready':
    'Cüzdan yüklü ama kilitli veya kurulmamış. Cüzdanın kilidini açın ve tekrar deneyin.',
  'adapter/load-error':
    'Cüzdanın kodu yüklenemedi. Bağlantıyı ve içerik engelleyicileri kontrol edin, ardından sayfayı yenileyin.',
  'adapter/config-error': 'Cüzdan bu sayfanın ayarlarını reddetti. Bu kodu site sahibine bildirin.',
  'adapter/connection-error': 'Cüzdanla bağlantı kurulamadı veya koptu. Cüzdanı yeniden bağlayın.',
  'adapter/disconnected': 'Cüzdan bağlantıyı sonlandırdı. Cüzdanı yeniden bağlayın.',
  'adapter/account-error': 'Cüzdanın hesabı okunamadı. Cüzdanda bir hesap seçin ve tekrar deneyin.',
  'adapter/public-key-error':
    'Cüzdanın açık anahtarı okunamadı. Cüzdanda başka bir hesap seçin veya cüzdanı güncelleyin.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'Cüzdan işlemi kabul etti ama gönderemedi. Durumunu cüzdanda kontrol edin, ardından tekrar deneyin.',
  'adapter/sign-transaction-error': 'Cüzdan işlemi imzalayamadı. Tekrar deneyin.',
  'adapter/sign-message-error': 'Cüzdan mesajı imzalayamadı. Tekrar deneyin.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'Cüzdan veya ağ bunu desteklemiyor. Başka bir cüzdan kullanın.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'Ağın sunucusu bu verileri tutmuyor. Daha sonra tekrar deneyin.',
  'rpc/refused': 'Ağın sunucusu bu sayfayı reddediyor. Daha sonra tekrar deneyin.',
  'rpc/transaction-rejected': 'Ağ işlemi reddetti. Hiçbir şey gönderilmedi. Tekrar deneyin.',
  'rpc/limit-exceeded': 'Ağ yoğun. Biraz bekleyip tekrar deneyin.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Bu cüzdan bu isteği desteklemiyor. Başka bir cüzdan kullanın.',
  'rpc/unreachable':
    'Ağın sunucusuna ulaşılamadı veya sunucu web sayfalarını reddediyor. Birazdan tekrar deneyin.',
  'rpc/maybe-sent': 'İşlem gönderilmiş olabilir. Yeniden göndermeden önce hareketlerinizi kontrol edin.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': 'İşlemin en yüksek ücreti düğümün sınırının üzerinde. Ücreti düşürün.',
  'node/fee-cap-too-low':
    'İşlemin en yüksek ücreti bloğun taban ücretinin altında. Ücreti artırın veya taban ücretin düşmesini bekleyin.',
  'node/nonce-too-high':
    'Bundan önceki işlemler eksik. Önceki işlemleri bekleyin veya hesabın geçmişini cüzdanda sıfırlayın.',
  'node/nonce-too-low':
    'Bu nonce ile bir işlem zaten gönderildi; bu işlem olabilir. Yeniden göndermeden önce bloğa alınıp alınmadığını kontrol edin.',
  'node/nonce-max': 'Hesap daha fazla işlem gönderemiyor. Başka bir hesap kullanın.',
  'node/insufficient-funds':
    'Hesabın bakiyesi tutarı ve en yüksek ücreti karşılamıyor. Hesaba para ekleyin veya daha az gönderin.',
  'node/intrinsic-gas-too-high': 'İşlemin gas limiti bir bloğunkinden yüksek. Gas limitini düşürün.',
  'node/intrinsic-gas-too-low':
    'Gas limiti işlemin verileri için çok düşük. Limiti artırın veya hesaplanması için boş bırakın.',
  'node/transaction-type-unsupported': 'Ağ bu işlem türünü desteklemiyor. Bu kodu site sahibine bildirin.',
  'node/tip-above-fee-cap':
    'Öncelik ücreti en yüksek ücretten fazla. Öncelik ücretini düşürün veya en yüksek ücreti artırın.',
  'node/execution-reverted':
    'Sözleşme işlemi geri aldı; sözleşme bir neden verdiyse mesajda yer alır. Fonksiyonu ve parametrelerini kontrol edin. Çoğu zaman bakiye veya onay yetersizdir ya da bir parametre yanlıştır.',
  'node/bad-signature':
    'İmza, bu ağdaki bu işlemin göndericisine ait değil. Yeniden imzalayın; yine olursa cüzdan başka bir ağ veya sürüm için imzalıyor olabilir.',
  'node/transaction-expired':
    'İmzalı bir işlem belirli sayıda blok boyunca geçerlidir ve bu bloklar geçti. Hiçbir şey gönderilmedi. Yeniden gönderin ve cüzdanda daha çabuk onaylayın.',
  'node/transaction-failed':
    'İşlem başarısız oldu veya süresi doldu. Bir bloğa alındıysa ağ ücreti ödendi; başka bir şey hareket etmedi.',
  'node/transaction-replaced':
    'Bu işlemin yerini başka bir işlem aldı; bu işlem artık gerçekleşemez. Yerine ne gönderildiğini cüzdanınızda kontrol edin.',
  'node/transaction-unknown':
    'Hiçbir düğüm işlemi göstermiyor. Yine de ulaşabilir; blok gezginini kontrol etmeden yeniden göndermeyin.',
  'node/fee-too-low': 'Ağ ücreti çok düşük. Artırın, ardından yeniden gönderin.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Bu sayfadaki cüzdan yüklenemedi. İçerik engelleyicileri kontrol edin, ardından sayfayı yenileyin.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'Girdiğiniz bilgi eksik veya geçersiz. Düzeltin, ardından tekrar deneyin.',
  'frame/taken': 'Bu sayfada zaten açık bir cüzdan var. Diğer girişi kapatın veya sayfayı yenileyin.',
  'frame/failed': 'Bu sayfadaki cüzdan isteği reddetti. Tekrar deneyin.',
  'social/popup-failed':
    'Sağlayıcıyla giriş için bir pencere gerekir, burada açılamıyor. E-posta veya cüzdan kullanın.',
  'social/popup-blocked':
    'Tarayıcı pencereyi açmadı. Bu sayfa için açılır pencerelere izin verin ve tekrar deneyin.',
  'social/no-redirect':
    'Cüzdan girişin nerede başladığını bildirmedi. Tekrar deneyin veya başka bir yolla giriş yapın.',
  'social/timed-out': 'Sağlayıcıya zamanında ulaşılamadı. Tekrar deneyin.',
  'social/untrusted-origin':
    'Pencere başka bir siteye gitti, bu nedenle oradan hiçbir şey alınmadı. Tekrar deneyin.',
  'social/popup-closed': 'Pencereyi bitmeden kapattınız. Hazır olduğunuzda tekrar deneyin.',
  'frame/window-blocked':
    'Cüzdanın penceresi açılmadı. Bu sayfa için açılır pencerelere izin verin, ardından tekrar deneyin.',
  'frame/cooldown': 'Az önce size e-posta gönderdik. Bir dakika bekleyip tekrar deneyin.',
  'data/balances-failed': 'Bakiyeleriniz yüklenemedi. Yarım dakika sonra tekrar deneyin.',
  'data/history-failed': 'İşlemleriniz yüklenemedi. Daha sonra tekrar deneyin.',
  'onramp/unsupported': 'Sağlayıcı bu ağı desteklemiyor. Başka bir ağ veya sağlayıcı seçin.',
  'onramp/invalid-link':
    'Sağlayıcının sayfası açılamadı. Hiçbir şey satın alınmadı. Tekrar deneyin veya başka bir sağlayıcı seçin.',
  'onramp/no-price':
    'Sağlayıcı bu tutar için fiyat vermedi. Tekrar deneyin veya tutarı sağlayıcının sayfasında seçin.',
  'onramp/amount-out-of-range': 'Tutar sağlayıcının sınırlarının dışında. Başka bir tutar seçin.',
  'onramp/timed-out':
    'Sağlayıcı satın alımı bildirmedi. Ödediyseniz tokenlar yine de gelir: yeniden satın almadan önce satın alımlarınızı orada kontrol edin.',
  'siwx/not-enabled': 'Bu sayfa giriş kullanmıyor.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': 'İmzalamadınız, bu nedenle giriş yapılmadı. Hazır olduğunuzda tekrar deneyin.',
  'siwx/smart-account': 'Bu sayfa bu hesap türünü desteklemiyor olabilir. Başka bir hesap kullanın.',
  'siwx/initialize-failed': signInFailed,
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
    'Bu hesap başka bir kullanıcıya ait. Çıkış yapın, ardından yalnızca bu hesapla giriş yapın.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': signInFailed,
  'siwx/no-message-params': signInFailed,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': signInFailed,
  'name/resolve-failed': 'Ad aranamadı. Yazımı kontrol edin veya daha sonra deneyin.',
  'name/needs-gateway':
    'Bu adın adresi ağın dışında tutuluyor ve bu sayfa onu başka sunuculara sormaz. Bunun yerine adresi girin.',
  'name/suggestions-failed': 'Ad önerileri yüklenemedi. Daha sonra tekrar deneyin.',
  'name/reverse-failed': 'Bir adresin adları aranamadı. Daha sonra tekrar deneyin.',
  'name/register-failed': 'Ad kaydedilmedi. Başka bir ad seçin veya daha sonra deneyin.',
  'name/network-not-found': 'Ad kaydedilecek bir ağ yok. Önce bir ağ seçin.',
  'name/connector-not-found':
    'Adlar yerleşik cüzdanla kaydedilir ve bu cüzdan bağlı değil. Önce e-posta veya sosyal hesapla bağlanın.',
  'swap/gas-price-unsupported': 'Hizmette bu ağ için gas fiyatı yok. Takası destekleyen bir ağa geçin.',
  'swap/unsupported': 'Bu ağda takas sunulmuyor. Takası destekleyen bir ağa geçin.',
  'swap/no-address': 'Bağlı bir EVM ağı hesabı yok. Önce bir cüzdan bağlayın.',
  'swap/initialize-failed': 'Takas tokenları yüklenemedi. Birazdan tekrar deneyin.',
  'swap/price-failed':
    'Token fiyatları yüklenemedi. Takas için gerekli değil. Token tutarlarını karşılaştırın.',
  'swap/no-quote': 'Bu tutar ve çift için takas yok. Geçerli bir tutar girin veya başka bir token seçin.',
  'swap/allowance-failed': 'Takas sözleşmesinin token onayı okunamadı. Birazdan tekrar deneyin.',
  'swap/approval-failed':
    'Takasın gerektirdiği onay hazırlanamadı. Hiçbir şey imzalanmadı. Birazdan tekrar deneyin.',
  'swap/build-failed': 'Takas hazırlanamadı. Hiçbir şey imzalanmadı. Birazdan tekrar deneyin.',
  'swap/mismatch':
    'Takas hizmetinin teklifi veya işlemi istekten farklı. Cüzdanınızdan imza istenmedi. Bu hizmeti kullanmayın ve bu kodu site sahibine bildirin.',
  'swap/changed':
    'Takas şu anda size gösterilenden daha az getirir veya daha pahalıya gelir. Cüzdanınızdan imza istenmedi. Yeni tutarları ve ücreti gözden geçirin, ardından takas edin.',
  'swap/shortfall':
    'Takas gerçekleşti ama anlaşılan en az tutardan azı geldi. İşlemin hash değerini saklayın ve takas hizmetinin sahibine bildirin.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'Oturumlar yalnızca EVM ağlarında çalışır. Önce bir EVM cüzdanı bağlayın.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Bu cüzdan bu izni desteklemiyor. İzinsiz devam edin veya başka bir cüzdan bağlayın.',
  'permissions/no-response':
    'Cüzdan neye izin verdiğini bildirmedi. Oturumlarını kontrol edin, ardından tekrar deneyin.',
  'permissions/invalid-response':
    'Cüzdanın neye izin verdiği bilinmiyor. Oturumu cüzdanda iptal edin veya başka bir cüzdan kullanın.',
  'permissions/other-grant':
    'Cüzdan istenenden farklı bir oturum verdi. Oturumu cüzdanda iptal edin, ardından tekrar deneyin.',
  'permissions/unknown': 'Bu hesapta bu oturum yok. Listeyi yeniden açın.',
  'permissions/list-failed': 'Başka yerde verilen oturumlar yüklenemedi. Daha sonra tekrar deneyin.',
  'permissions/revoke-failed': 'Oturum hâlâ etkin. Tekrar deneyin veya cüzdanda iptal edin.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'Cüzdan açık anahtar vermedi. Cüzdanda bir hesap seçin.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found': 'Hesap ağda yok. Hesaba para ekleyin veya adresi kontrol edin.',
  'solana/address-not-found': 'Cüzdan adres vermedi. Cüzdanda bir hesap seçin.',
  'solana/empty-result': 'Cüzdan boş yanıt verdi. Tekrar deneyin; yine olursa cüzdanı güncelleyin.',
  'solana/invalid-chain-id': 'Cüzdanda bu ağ yok. Cüzdanın desteklediği bir ağ seçin.',
  'solana/invalid-transactions': 'Cüzdan geçersiz bir yanıt gönderdi. Başka bir cüzdan kullanın.',
  'solana/version-unsupported': 'Cüzdan bu işlem türünü imzalayamıyor. Başka bir cüzdan kullanın.',
  'flow/aborted': 'İşlem iptal edildi. İstediğiniz zaman yeniden başlayabilirsiniz.',
  'flow/superseded': 'Yerini daha yeni bir istek aldı ve sürüyor.',
  'internal/unexpected':
    'Beklenmeyen bir sorun oluştu. Tekrar deneyin; yine olursa bu kodu site sahibine bildirin.',
}
