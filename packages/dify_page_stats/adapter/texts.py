"""Texts and variables of the plugin, written by ``hatch run manifests``."""

from typing import Any, Final

# Credential errors in the languages other than the contract's.
REFUSALS: Final = {
    "user_agent": (
        "User-Agent（user_agent）：需为 1 到 256 个可打印的 ASCII 字符，首尾不能有空格。",
        "User-Agent（user_agent）：印字可能な ASCII 文字 1～256 文字で、両端に空白を含めないでください。",
        "User-Agent (user_agent): use de 1 a 256 caracteres ASCII imprimíveis, sem espaço nas pontas.",
    ),
    "max_bytes": (
        "网页最大字节数（max_bytes）：需为 1 到 20000000 的整数。",
        "ページの最大バイト数（max_bytes）：1～20000000 の整数を入力してください。",
        "Maior página (max_bytes): use um número inteiro de 1 a 20000000.",
    ),
    "allowed_hosts": (
        "允许的内网主机（allowed_hosts）：只能填写主机名（wiki.corp）、地址（10.1.2.3）或主机位为零的网段（10.0.0.0/8）。",
        "許可する内部ホスト（allowed_hosts）：ホスト名（wiki.corp）、アドレス（10.1.2.3）、ホスト部がゼロのネットワーク（10.0.0.0/8）だけを入力してください。",
        "Hosts privados permitidos (allowed_hosts): use só nomes (wiki.corp), endereços (10.1.2.3) ou redes sem bits de host (10.0.0.0/8).",
    ),
    "allow_private_network": (
        "允许访问内网（allow_private_network）：只能为 true 或 false。",
        "内部ネットワークを許可（allow_private_network）：true または false を選んでください。",
        "Permitir a rede privada (allow_private_network): use true ou false.",
    ),
    "proxy": (
        "代理（proxy）：格式需为 http://主机:端口 或 http://用户:密码@主机:端口。",
        "プロキシ（proxy）：http://ホスト:ポート または http://ユーザー:パスワード@ホスト:ポート の形で入力してください。",
        "Proxy (proxy): use a forma http://host:porta ou http://usuário:senha@host:porta.",
    ),
}

# Names of the credential fields in the contract's language.
LABELS: Final = {
    "user_agent": "User-Agent",
    "max_bytes": "Largest page (bytes)",
    "allowed_hosts": "Allowed private hosts",
    "allow_private_network": "Allow the private network",
    "proxy": "Proxy",
}

# The values of on_failure, the default first.
ON_FAILURE: Final = ("return", "raise")

# A node's output variables, with their values where they do not apply.
OUTPUTS: Final[dict[str, Any]] = {
    "ok": False,
    "url": "",
    "final_url": "",
    "status": 0,
    "content_type": "",
    "title": "",
    "word_count": 0,
    "link_word_count": 0,
    "truncated": False,
    "error_code": "",
    "message": "",
    "retryable": False,
    "parameter": "",
    "timeout_seconds": 0,
    "reason": "",
    "retry_after_seconds": 0,
}
