#!/bin/sh
# From an empty Debian 12 to a site with https, as root, in a copy of the project:
#   sh deploy/install.sh beach.example.org you@example.org
# The name has to lead to this machine, and ports 80 and 443 have to be open. For a name that only this machine knows:
#   TLS=internal sh deploy/install.sh sandbar.test you@example.org
# Run again it changes nothing that is set up, and brings the copy's code into service (docs/operations.md).
set -eu
umask 022

name=${1:-}
email=${2:-}
here=$(dirname "$(dirname "$(readlink -f "$0")")")
fail() { echo "$1" >&2; exit 1; }
[ -n "$name" ] && [ -n "$email" ] || fail "Say the name of the site and your address: sh deploy/install.sh beach.example.org you@example.org"
[ "$(id -u)" = 0 ] || fail "This installs packages and services: run it as root."
. /etc/os-release
[ "$ID" = debian ] || fail "This is for Debian; this machine is $PRETTY_NAME. docs/operations.md says what to do by hand."
[ -d /run/systemd/system ] || fail "Services need systemd, which does not run here."
case "$name" in *[!a-z0-9.-]* | [.-]* | *.) fail "$name is no name of a site: write it as beach.example.org." ;; esac

echo "› Packages of Debian"
export DEBIAN_FRONTEND=noninteractive
apt-get -q update >/dev/null
apt-get -q -y install --no-install-recommends ca-certificates caddy git libatomic1 nodejs npm unattended-upgrades >/dev/null

# Security updates every night; a restart that they need comes at 04:30, when the backup is done.
cat >/etc/apt/apt.conf.d/52sandbar <<'END'
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
Unattended-Upgrade::Automatic-Reboot "true";
Unattended-Upgrade::Automatic-Reboot-Time "04:30";
END

id sandbar >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /var/lib/sandbar --shell /usr/sbin/nologin sandbar
install -d -o sandbar -g sandbar -m 700 /var/backups/sandbar
install -d -m 755 /opt/sandbar
if [ ! -e /etc/sandbar.env ]; then
  (
    umask 077
    cat >/etc/sandbar.env <<END
# The settings of the site: .env.example in /opt/sandbar/current explains each. They count after: sandbar restart
PUBLIC_URL=https://$name
TRUST_PROXY=1
ADMIN_EMAILS=$email
END
  )
fi

echo "› The site (some minutes: it brings its own Node, installs and builds)"
node "$here/scripts/sandbar.mjs" upgrade "$here"
ln -sfn /opt/sandbar/current/deploy/sandbar /usr/local/bin/sandbar
systemctl enable --quiet --now sandbar-backup.timer

if ! grep -q "^$name {" /etc/caddy/Caddyfile; then
  sed -e "/^#/d" -e "s/SITE_NAME/$name/" -e "s/^\tTLS_LINE$/${TLS:+\ttls $TLS}/" \
    "$here/deploy/Caddyfile" >/etc/caddy/Caddyfile
  caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile >/dev/null 2>&1 ||
    fail "Caddy does not accept /etc/caddy/Caddyfile: caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile"
  systemctl enable --quiet caddy
  systemctl reload-or-restart caddy
fi

echo "› The first organizer"
sandbar admin create "$email" || true
echo "The site is at https://$name. Sign in at https://$name/admin, and set up mail in /etc/sandbar.env (MAILER, SMTP_URL, MAIL_FROM)."
