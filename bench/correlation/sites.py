"""Real web applications from package registries, each with one session as a user would have it.

A site is `start(folder, port) -> command` and `session(browser, base, number)`. `number` differs from recording to recording and
stands in what is typed (`typed7`), so that what people type and what servers make up can be told apart.
"""
import base64, hashlib, html, json, os, pathlib, re, subprocess, sys
from urllib.parse import parse_qs, urljoin, urlsplit

import requests

PYTHON = sys.executable
BIN = pathlib.Path(PYTHON).parent


class Browser:
    """Goes through a proxy, fills in forms, follows redirects: what a browser does without scripts."""

    def __init__(self, proxy):
        self.session = requests.Session()
        self.proxy = proxy
        self.session.proxies = {'http': proxy, 'https': proxy} if proxy else {}
        self.session.headers['User-Agent'] = 'Mozilla/5.0'
        self.page = None

    def get(self, url, **more):
        self.page = self.session.get(url, **more)
        return self.page

    def call(self, method, url, **more):
        self.page = self.session.request(method, url, **more)
        if self.page.status_code >= 400:
            raise RuntimeError(f'{method} {url}: {self.page.status_code} {self.page.text[:300]}')
        return self.page

    def submit(self, values, holding=None):
        """The form of the page that has a field of this name (the first of `values`), with all of its other fields."""
        field = holding or next(iter(values))
        for form in re.findall(r'(?is)<form\b.*?</form>', self.page.text):
            fields = dict(self.fields(form))
            if field in fields or re.search(rf'''name=["']?{re.escape(field)}["'\s>]''', form):
                head = re.match(r'(?is)<form\b([^>]*)>', form).group(1)
                action = attribute(head, 'action')
                url = urljoin(self.page.url, action) if action else self.page.url
                data = {name: value for name, value in fields.items()} | values
                if (attribute(head, 'method') or 'get').lower() == 'get':
                    return self.call('GET', url, params=data)
                return self.call('POST', url, data=data, headers={'Referer': self.page.url})
        raise RuntimeError(f'{self.page.url} has no form with {field}: {self.page.text[:500]}')

    @staticmethod
    def fields(form):
        for tag in re.findall(r'(?is)<input\b[^>]*>', form):
            kind, name = (attribute(tag, 'type') or 'text').lower(), attribute(tag, 'name')
            if name and kind not in ('submit', 'button', 'file', 'checkbox', 'radio', 'image'):
                yield name, attribute(tag, 'value') or ''
        for tag, inner in re.findall(r'(?is)<select\b([^>]*)>(.*?)</select>', form):
            options = re.findall(r'(?is)<option\b([^>]*)>', inner)
            options = [o for o in options if attribute(o, 'value')]
            chosen = [o for o in options if re.search(r'(?i)\sselected', o)] or options
            if attribute(tag, 'name') and chosen:
                yield attribute(tag, 'name'), attribute(chosen[0], 'value') or ''
        for name, inner in re.findall(r'(?is)<textarea\b[^>]*name=["\']?([\w:.-]+)[^>]*>(.*?)</textarea>', form):
            yield name, html.unescape(inner.strip())


def attribute(tag, name):
    found = re.search(rf'''(?is)\s{name}\s*=\s*("([^"]*)"|'([^']*)'|([^\s>]+))''', ' ' + tag)
    return html.unescape(next((g for g in found.groups()[1:] if g is not None), '')) if found else None


DJANGO = '''
import sys, os
from django.conf import settings
from django.urls import path
settings.configure(DEBUG=True, SECRET_KEY='x'*50, ROOT_URLCONF='__main__', ALLOWED_HOSTS=['*'],
  INSTALLED_APPS=['django.contrib.admin','django.contrib.auth','django.contrib.contenttypes','django.contrib.sessions',
    'django.contrib.messages','django.contrib.staticfiles','rest_framework','rest_framework.authtoken'],
  MIDDLEWARE=['django.contrib.sessions.middleware.SessionMiddleware','django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware','django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware'],
  TEMPLATES=[{'BACKEND':'django.template.backends.django.DjangoTemplates','APP_DIRS':True,'OPTIONS':{'context_processors':[
    'django.template.context_processors.request','django.contrib.auth.context_processors.auth',
    'django.contrib.messages.context_processors.messages']}}],
  DATABASES={'default':{'ENGINE':'django.db.backends.sqlite3','NAME':'db.sqlite'}}, STATIC_URL='/static/',
  REST_FRAMEWORK={'DEFAULT_AUTHENTICATION_CLASSES':['rest_framework.authentication.TokenAuthentication'],
    'DEFAULT_PERMISSION_CLASSES':['rest_framework.permissions.IsAuthenticated']},
  DEFAULT_AUTO_FIELD='django.db.models.AutoField')
import django; django.setup()
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.urls import include
from rest_framework import serializers, viewsets, routers
from rest_framework.authtoken.views import ObtainAuthToken
class GroupSerializer(serializers.ModelSerializer):
    class Meta: model = Group; fields = ['id','name']
class Groups(viewsets.ModelViewSet): queryset = Group.objects.all(); serializer_class = GroupSerializer
router = routers.DefaultRouter(); router.register('groups', Groups)
class Login(ObtainAuthToken):
    def post(self, request, *a, **k):
        from rest_framework.authtoken.models import Token
        Token.objects.all().delete()
        return super().post(request, *a, **k)
urlpatterns = [path('admin/', admin.site.urls), path('api/login/', Login.as_view()), path('api/', include(router.urls))]
from django.core.management import execute_from_command_line as run
if not os.path.exists('db.sqlite'):
    run(['x','migrate','-v0']); User.objects.create_superuser('admin','a@example.com','secret-pw1')
run(['x','runserver','--noreload','--nothreading','127.0.0.1:'+sys.argv[1]])
'''


class DjangoAdmin:
    """Server-rendered; sessions, a CSRF token masked anew on each page, ids in paths."""
    path = '/admin/login/'

    def start(self, folder, port):
        (folder / 'site.py').write_text(DJANGO)
        return [PYTHON, 'site.py', str(port)]

    def session(self, browser, base, number):
        browser.get(base + '/admin/')
        browser.submit({'username': 'admin', 'password': 'secret-pw1'})
        browser.get(base + '/admin/auth/group/add/')
        browser.submit({'name': f'typed{number}', '_continue': 'Save and continue editing'})
        change = browser.page.url
        browser.submit({'name': f'typed{number}b', '_save': 'Save'})
        browser.get(change.replace('change', 'delete'))
        browser.submit({'post': 'yes'})
        browser.get(base + '/admin/')
        browser.submit({}, holding='csrfmiddlewaretoken')


class RestFramework(DjangoAdmin):
    """JSON; a token from a login, ids of what was made."""
    path = '/admin/login/'

    def session(self, browser, base, number):
        token = browser.call('POST', base + '/api/login/', json={'username': 'admin', 'password': 'secret-pw1'}).json()['token']
        headers = {'Authorization': f'Token {token}'}
        made = browser.call('POST', base + '/api/groups/', json={'name': f'typed{number}'}, headers=headers).json()
        browser.call('GET', base + '/api/groups/', headers=headers)
        browser.call('PATCH', f"{base}/api/groups/{made['id']}/", json={'name': f'typed{number}b'}, headers=headers)
        browser.call('DELETE', f"{base}/api/groups/{made['id']}/", headers=headers)


class Wagtail:
    """A content management system: forms with many fields, a CSRF token, ids in paths."""
    path = '/admin/login/'

    def start(self, folder, port):
        if not (folder / 'cms').exists():
            subprocess.run([BIN / 'wagtail', 'start', 'cms'], cwd=folder, check=True, capture_output=True)
            manage = [PYTHON, 'manage.py']
            subprocess.run(manage + ['migrate', '-v0'], cwd=folder / 'cms', check=True, capture_output=True)
            make = "from django.contrib.auth import get_user_model as g; g().objects.create_superuser('admin','a@example.com','secret-pw1')"
            subprocess.run(manage + ['shell', '-c', make], cwd=folder / 'cms', check=True, capture_output=True)
        return ['sh', '-c', f'cd cms && exec {PYTHON} manage.py runserver --noreload 127.0.0.1:{port}']

    def session(self, browser, base, number):
        browser.get(base + '/admin/login/')
        browser.submit({'username': 'admin', 'password': 'secret-pw1'})
        browser.get(base + '/admin/collections/add/')
        browser.submit({'name': f'typed{number}'})
        # The list names what was made.
        added = re.findall(r'/admin/collections/(\d+)/', browser.page.text)[-1]
        browser.get(f'{base}/admin/collections/{added}/')
        browser.submit({'name': f'typed{number}b'})
        browser.get(f'{base}/admin/collections/{added}/delete/')
        browser.submit({}, holding='csrfmiddlewaretoken')


class Isso:
    """Comments below articles: JSON, ids of what was made, and a cookie that allows to edit it."""
    path = '/'

    def start(self, folder, port):
        (folder / 'isso.conf').write_text(
            f'[general]\ndbpath = comments.db\nhost = http://127.0.0.1:{port}/\n[server]\nlisten = http://127.0.0.1:{port}\n'
            '[guard]\nenabled = false\n')
        return [BIN / 'isso', '-c', 'isso.conf', 'run']

    def session(self, browser, base, number):
        headers = {'Origin': base, 'Referer': base + '/article'}
        made = browser.call('POST', base + '/new?uri=%2Farticle%2F', headers=headers,
                            json={'text': f'typed{number}', 'author': 'anna', 'title': 'x'}).json()
        browser.call('GET', base + '/?uri=%2Farticle%2F', headers=headers)
        browser.call('PUT', f"{base}/id/{made['id']}", headers=headers, json={'text': f'typed{number}b', 'author': 'anna'})
        browser.call('POST', f"{base}/id/{made['id']}/dislike", headers=headers, json={})


class GraphQl:
    """One address for all; ids in variables."""
    path = '/'

    def __init__(self, node):
        self.node = node

    def start(self, folder, port):
        (folder / 'db.cjs').write_text("module.exports = {posts: [{id: 1, title: 'one', views: 1}]};")
        return ['node', f'{self.node}/node_modules/.bin/json-graphql-server', 'db.cjs', '--host', '127.0.0.1', '--port', str(port)]

    def session(self, browser, base, number):
        ask = lambda query, **variables: browser.call('POST', base + '/', json={'query': query, 'variables': variables}).json()['data']
        post = ask('mutation ($t: String!) { createPost(title: $t, views: 0) { id } }', t=f'typed{number}')['createPost']
        ask('query { allPosts { id title } }')
        ask('query ($id: ID!) { Post(id: $id) { id title } }', id=post['id'])
        ask('mutation ($id: ID!, $t: String) { updatePost(id: $id, title: $t) { id } }', id=post['id'], t=f'typed{number}b')


class Jupyter:
    """A single-page application's server: a log-in with redirects, `_xsrf` in a cookie and a header, ids of what was made."""
    path = '/login'

    def start(self, folder, port):
        (folder / 'files').mkdir(exist_ok=True)
        return [BIN / 'jupyter-server', '--allow-root', '--no-browser', '--ServerApp.ip=127.0.0.1', f'--ServerApp.port={port}',
                '--IdentityProvider.token=secret-token-1', '--ServerApp.root_dir=files']

    def session(self, browser, base, number):
        browser.get(base + '/login?next=%2Fapi%2Fstatus')
        browser.submit({'password': 'secret-token-1'})
        headers = {'X-XSRFToken': browser.session.cookies['_xsrf']}
        made = browser.call('POST', base + '/api/contents', json={'type': 'file', 'ext': '.txt'}, headers=headers).json()
        browser.call('PUT', base + '/api/contents/' + made['path'], headers=headers,
                     json={'type': 'file', 'format': 'text', 'content': f'typed{number}'})
        point = browser.call('POST', f"{base}/api/contents/{made['path']}/checkpoints", headers=headers).json()
        browser.call('POST', f"{base}/api/contents/{made['path']}/checkpoints/{point['id']}", headers=headers)
        browser.call('DELETE', base + '/api/contents/' + made['path'], headers=headers)


class Kinto:
    """JSON; ids that the server makes, versions that are sent back as `If-Match`."""
    path = '/v1/'

    def start(self, folder, port):
        ini = folder / 'kinto.ini'
        ini.write_text('[server:main]\nuse = egg:waitress\nhost = 127.0.0.1\nport = %d\n[app:main]\nuse = egg:kinto\n'
                       'kinto.storage_backend = kinto.core.storage.memory\nkinto.permission_backend = kinto.core.permission.memory\n'
                       'kinto.cache_backend = kinto.core.cache.memory\nmultiauth.policies = basicauth\n'
                       'kinto.userid_hmac_secret = x\nkinto.bucket_create_principals = system.Everyone\n' % port)
        return [BIN / 'kinto', 'start', '--ini', 'kinto.ini', '--port', str(port)]

    def session(self, browser, base, number):
        login = {'Authorization': 'Basic ' + base64.b64encode(b'anna:secret-pw1').decode()}
        bucket = browser.call('POST', base + '/v1/buckets', json={}, headers=login).json()['data']
        there = f"{base}/v1/buckets/{bucket['id']}/collections"
        notes = browser.call('POST', there, json={}, headers=login).json()['data']
        there += f"/{notes['id']}/records"
        note = browser.call('POST', there, json={'data': {'text': f'typed{number}'}}, headers=login).json()['data']
        browser.call('GET', there, headers=login)
        version = {'If-Match': f'"{note["last_modified"]}"'}
        browser.call('PUT', f"{there}/{note['id']}", json={'data': {'text': f'typed{number}b'}}, headers=login | version)
        browser.call('DELETE', f"{there}/{note['id']}", headers=login)


class JsonServer:
    """JSON; small numbers as ids."""
    path = '/posts'

    def __init__(self, node):
        self.node = node

    def start(self, folder, port):
        (folder / 'db.json').write_text('{"posts": [{"id": 1, "title": "one"}], "comments": [{"id": 1, "postId": 1}]}')
        return ['node', f'{self.node}/node_modules/.bin/json-server', '--host', '127.0.0.1', '-p', str(port), 'db.json']

    def session(self, browser, base, number):
        post = browser.call('POST', base + '/posts', json={'title': f'typed{number}'}).json()
        comment = browser.call('POST', base + '/comments', json={'postId': post['id'], 'body': 'typed'}).json()
        browser.call('GET', f"{base}/posts/{post['id']}?_embed=comments")
        browser.call('PATCH', f"{base}/comments/{comment['id']}", json={'body': 'typed again'})


OIDC = '''
import { Provider } from 'oidc-provider';
const port = Number(process.argv[2]), base = `http://127.0.0.1:${port}`;
const provider = new Provider(base, { clients: [{ client_id: 'shop', client_secret: 'shop-secret', redirect_uris: [base + '/cb'],
  grant_types: ['authorization_code'], response_types: ['code'] }], pkce: { required: () => false },
  features: { devInteractions: { enabled: true } }, cookies: { keys: ['k'] } });
provider.use(async (ctx, next) => {
  if (ctx.path === '/cb') { ctx.type = 'html'; ctx.body = '<title>back</title>'; return; }
  await next();
});
provider.listen(port, '127.0.0.1');
'''


class OpenIdConnect:
    """OAuth 2's code flow: a log-in and a consent by forms, redirects with codes, a token by JSON."""
    path = '/.well-known/openid-configuration'

    def __init__(self, node):
        self.node = node

    def start(self, folder, port, script=OIDC):
        (folder / 'site.mjs').write_text(script)
        link = folder / 'node_modules'
        if not link.exists():
            link.symlink_to(f'{self.node}/node_modules')
        return ['node', 'site.mjs', str(port)]

    def session(self, browser, base, number):
        query = {'client_id': 'shop', 'response_type': 'code', 'scope': 'openid', 'redirect_uri': base + '/cb',
                 'state': f'typed{number}state'}
        browser.get(base + '/auth', params=query)
        browser.submit({'login': 'anna', 'password': 'secret-pw1'})
        browser.submit({}, holding='prompt')
        code = parse_qs(urlsplit(browser.page.url).query)['code'][0]
        token = browser.call('POST', base + '/token', auth=('shop', 'shop-secret'), data={
            'grant_type': 'authorization_code', 'code': code, 'redirect_uri': base + '/cb'}).json()['access_token']
        browser.call('GET', base + '/me', headers={'Authorization': f'Bearer {token}'})


class OpenIdConnectPkce(OpenIdConnect):
    """The code flow of a single-page application: a public client with PKCE (RFC 7636), whose verifier the client makes up."""

    def start(self, folder, port):
        public = OIDC.replace("client_secret: 'shop-secret'", "token_endpoint_auth_method: 'none'").replace('() => false', '() => true')
        return super().start(folder, port, public)

    def session(self, browser, base, number):
        # A browser's script makes it up; the same in both recordings, so that its digest does not count as the server's.
        verifier = 'typed-verifier-' + 'v' * 40
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip('=')
        state = f'typed{number}state'
        browser.get(base + '/auth', params={'client_id': 'shop', 'response_type': 'code', 'scope': 'openid', 'redirect_uri': base + '/cb',
                                            'state': state, 'code_challenge': challenge, 'code_challenge_method': 'S256'})
        browser.submit({'login': 'anna', 'password': 'secret-pw1'})
        browser.submit({}, holding='prompt')
        back = parse_qs(urlsplit(browser.page.url).query)
        assert back['state'] == [state]
        token = browser.call('POST', base + '/token', data={
            'grant_type': 'authorization_code', 'code': back['code'][0], 'redirect_uri': base + '/cb', 'client_id': 'shop',
            'code_verifier': verifier}).json()['access_token']
        browser.call('GET', base + '/me', headers={'Authorization': f'Bearer {token}'})


class Trac:
    """Tickets: server-rendered, a form token, a session cookie, versions of what is edited, numbers in paths."""
    path = '/login'

    def start(self, folder, port):
        if not (folder / 'env').exists():
            subprocess.run([BIN / 'trac-admin', 'env', 'initenv', 'shop', 'sqlite:db/trac.db'], cwd=folder, check=True, capture_output=True)
            subprocess.run([BIN / 'trac-admin', 'env', 'permission', 'add', 'anna', 'TRAC_ADMIN'], cwd=folder, check=True, capture_output=True)
            # Apache's form of SHA-1.
            digest = base64.b64encode(hashlib.sha1(b'secret-pw1').digest()).decode()
            (folder / 'users').write_text(f'anna:{{SHA}}{digest}\n')
        return [BIN / 'tracd', '--single-env', '--hostname=127.0.0.1', f'--port={port}', f'--basic-auth=env,{folder}/users,shop', 'env']

    def session(self, browser, base, number):
        browser.session.auth = ('anna', 'secret-pw1')
        browser.get(base + '/login')
        browser.get(base + '/newticket')
        browser.submit({'field_summary': f'typed{number}', 'field_description': 'typed', 'submit': 'Create ticket'})
        ticket = browser.page.url
        browser.submit({'comment': f'typed{number}b', 'action': 'leave', 'submit': 'Submit changes'}, holding='comment')
        browser.get(ticket)
        browser.get(base + '/wiki/Typed?action=edit')
        browser.submit({'text': f'typed{number}', 'save': 'Submit changes'}, holding='text')


NODE_RED = """module.exports = {
  uiHost: '127.0.0.1', uiPort: PORT, userDir: __dirname, flowFile: 'flows.json', credentialSecret: 'x',
  editorTheme: { tours: false, projects: { enabled: false } }, telemetry: { enabled: false },
  adminAuth: { type: 'credentials', users: [{ username: 'anna', password: require('bcryptjs').hashSync('secret-pw1', 8), permissions: '*' }] },
};
"""


class NodeRed:
    """A single-page application in a real Chromium: a bearer token in Base64, revisions that are sent back, a WebSocket, some ninety requests."""

    def __init__(self, node):
        self.node = node

    def start(self, folder, port):
        (folder / 'flows.json').write_text('[{"id": "typed-tab", "type": "tab", "label": "Flow 1"}]')
        settings = NODE_RED.replace('PORT', str(port)).replace("'bcryptjs'", f"'{self.node}/node_modules/bcryptjs'")
        (folder / 'settings.cjs').write_text(settings)
        return ['node', f'{self.node}/node_modules/node-red/red.js', '-s', 'settings.cjs', '-u', '.']

    def session(self, browser, base, number):
        there = pathlib.Path(__file__).parent / 'pages.mjs'
        subprocess.run(['node', there, browser.proxy, f'{base}/', str(number)], env={**os.environ, 'MODULES': f'{self.node}'}, check=True, timeout=90)


def all_sites(node):
    return {
        'django-admin': DjangoAdmin(), 'rest-framework': RestFramework(), 'wagtail': Wagtail(), 
        'isso': Isso(), 'graphql-server': GraphQl(node),
        'jupyter-server': Jupyter(), 'kinto': Kinto(), 'json-server': JsonServer(node),
        'oidc-provider': OpenIdConnect(node), 'oidc-pkce': OpenIdConnectPkce(node), 'trac': Trac(),
        'node-red': NodeRed(node),
    }
