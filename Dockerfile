# Bailiwick with its own PostgreSQL, in one container: docs/how-to/deploy-with-docker.md
FROM python:3.13-slim-bookworm AS build
ENV BAILIWICK_UV=0.13.9 \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_PYTHON_DOWNLOADS=never \
    UV_PROJECT_ENVIRONMENT=/opt/bailiwick
WORKDIR /src
RUN python -m venv /opt/uv && /opt/uv/bin/pip install --no-cache-dir --disable-pip-version-check "uv==$BAILIWICK_UV"
COPY . .
# What is installed is what uv.lock names, by its hash; the web app is built with the Node.js of a wheel.
RUN /opt/uv/bin/uv sync --frozen --no-dev --no-editable --no-cache --extra all

FROM python:3.13-slim-bookworm
RUN groupadd --gid 10001 bailiwick \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin bailiwick \
    && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=build /opt/bailiwick /opt/bailiwick
ENV PATH=/opt/bailiwick/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    BAILIWICK_HOME=/data \
    BAILIWICK_HOST=0.0.0.0
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s \
    CMD ["python", "-c", "import urllib.request as u; u.build_opener(u.ProxyHandler({})).open('http://127.0.0.1:8420/readyz', timeout=4)"]
ENTRYPOINT ["bailiwick"]
CMD ["serve"]
