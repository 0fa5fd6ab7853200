"""`python -m limbik` is the `limbik` command."""

from limbik.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
